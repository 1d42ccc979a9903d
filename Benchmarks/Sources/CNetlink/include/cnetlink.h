// The plain C counterpart of LinuxNetwork: the same requests and results, and nothing else.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  char text[48];
  char scope[12];
  char peer[48], broadcast[16], label[16];
  uint8_t family, prefix_length;
  uint32_t flags, preferred, valid;
  int link;
} CAddress;

typedef struct {
  int index, master, lower, lower_namespace;
  uint16_t hardware_type;
  uint8_t operational_state;
  uint16_t vlan;
  uint32_t flags, mtu, promiscuity;
  char name[16], kind[16], mac[60], permanent_mac[60], type[16], duplex[16], driver[32], parent[32], alias[256];
  long speed;
  uint64_t counters[10];
  CAddress *addresses;  // In the list of the status, in which those of one link are adjacent.
  int address_count;
} CLink;

typedef struct {
  uint8_t family, protocol, preference;
  char gateway[48], source[48], from[48];
  int link, weight;
  uint32_t metric, table, mtu, flags;
  bool in_use;
} CRoute;

typedef struct {
  CLink *links;
  CAddress *addresses;
  CRoute *routes;
  int link_count, address_count, route_count;
  char servers[8][64];
  int server_count;
  bool connected, wireless;
} CStatus;

/// Reads everything; false if the kernel refused.
///
/// Free the result with cnetlink_free.
bool cnetlink_read(CStatus *status);
void cnetlink_free(CStatus *status);

/// Reads only whether the machine is connected: two route look-ups and one of the link.
bool cnetlink_connected(void);

/// Reads only whether there is WiFi, and its interfaces: the part before the look-up of a name.
bool cnetlink_wireless(void);

/// Switches an interface on or off.
bool cnetlink_set_up(const char *name, bool up);
