// The plain reader: one socket and one buffer.
#define _GNU_SOURCE
#include "cnetlink.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/genetlink.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
  int descriptor;
  uint32_t port, sequence;
  char buffer[32768];
} Conversation;

static bool begin(Conversation *talk, int protocol) {
  struct sockaddr_nl address = {.nl_family = AF_NETLINK};
  socklen_t size = sizeof address;
  struct timeval limit = {.tv_sec = 1};
  int one = 1;
  talk->sequence = 0;
  talk->descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
  if (talk->descriptor < 0) return false;
  setsockopt(talk->descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  bind(talk->descriptor, (struct sockaddr *)&address, size);
  getsockname(talk->descriptor, (struct sockaddr *)&address, &size);
  setsockopt(talk->descriptor, SOL_NETLINK, NETLINK_CAP_ACK, &one, sizeof one);
  setsockopt(talk->descriptor, SOL_NETLINK, NETLINK_EXT_ACK, &one, sizeof one);
  setsockopt(talk->descriptor, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &one, sizeof one);
  talk->port = address.nl_pid;
  return true;
}

typedef void (*Reader)(struct nlmsghdr *message, void *into);

// Sends a request and passes each message of the answer on; returns an errno, or -1 if the dump was interrupted.
static int ask_once(Conversation *talk, struct nlmsghdr *request, Reader read, void *into) {
  request->nlmsg_seq = ++talk->sequence;
  if (send(talk->descriptor, request, request->nlmsg_len, 0) < 0) return errno;
  bool dump = (request->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP, interrupted = false;
  while (true) {
    struct sockaddr_nl sender;
    socklen_t size = sizeof sender;
    ssize_t length = recvfrom(
        talk->descriptor, talk->buffer, sizeof talk->buffer, MSG_TRUNC, (struct sockaddr *)&sender, &size);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return errno;
    if (sender.nl_pid != 0) continue;
    if ((size_t)length > sizeof talk->buffer) return EMSGSIZE;
    for (struct nlmsghdr *m = (void *)talk->buffer; NLMSG_OK(m, length); m = NLMSG_NEXT(m, length)) {
      if (m->nlmsg_seq != request->nlmsg_seq || m->nlmsg_pid != talk->port) continue;
      if (m->nlmsg_flags & NLM_F_DUMP_INTR) interrupted = true;
      if (m->nlmsg_type == NLMSG_DONE || m->nlmsg_type == NLMSG_ERROR) {
        int status = *(int *)NLMSG_DATA(m);
        return status ? -status : interrupted ? -1 : 0;
      }
      read(m, into);
      if (!dump) return 0;
    }
  }
}

#define ATTRIBUTES(first, length) \
  for (struct rtattr *a = (void *)(first); RTA_OK(a, length); a = RTA_NEXT(a, length))

static void copy_text(char *into, size_t size, struct rtattr *a) {
  size_t length = strnlen(RTA_DATA(a), RTA_PAYLOAD(a));
  if (length >= size) length = size - 1;
  memcpy(into, RTA_DATA(a), length);
  into[length] = 0;
}

// MARK: Messages

// Grows by half; the callers set the new element to zeros.
#define APPEND(list, count) \
  ((((count) & ((count) - 1)) == 0 ? (list) = realloc(list, ((count) ? (count) * 2 : 1) * sizeof *(list)) : (list)), \
   memset(&(list)[count], 0, sizeof *(list)), &(list)[(count)++])

static void copy_mac(char *into, struct rtattr *a) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < RTA_PAYLOAD(a) && i < 20; i++) {
    uint8_t octet = ((uint8_t *)RTA_DATA(a))[i];
    char *at = into + i * 3;
    at[0] = digits[octet >> 4], at[1] = digits[octet & 15], at[2] = ':', at[3] = 0;
  }
  if (*into) into[strlen(into) - 1] = 0;
}

static void read_link(struct nlmsghdr *m, void *into) {
  struct ifinfomsg *info = NLMSG_DATA(m);
  if (m->nlmsg_type != RTM_NEWLINK || info->ifi_family != AF_UNSPEC) return;
  CStatus *status = into;
  CLink *link = APPEND(status->links, status->link_count);
  link->index = info->ifi_index;
  link->hardware_type = info->ifi_type;
  link->flags = info->ifi_flags;
  link->speed = -1;
  int length = IFLA_PAYLOAD(m);
  ATTRIBUTES(IFLA_RTA(info), length) switch (a->rta_type & NLA_TYPE_MASK) {
    case IFLA_ADDRESS: copy_mac(link->mac, a); break;
    case IFLA_PERM_ADDRESS: copy_mac(link->permanent_mac, a); break;
    case IFLA_PARENT_DEV_NAME: copy_text(link->parent, sizeof link->parent, a); break;
    case IFLA_IFALIAS: copy_text(link->alias, sizeof link->alias, a); break;
    case IFLA_PROMISCUITY: link->promiscuity = *(uint32_t *)RTA_DATA(a); break;
    case IFLA_LINK_NETNSID: link->lower_namespace = *(int *)RTA_DATA(a); break;
    case IFLA_IFNAME: copy_text(link->name, sizeof link->name, a); break;
    case IFLA_MTU: link->mtu = *(uint32_t *)RTA_DATA(a); break;
    case IFLA_LINK: link->lower = *(int *)RTA_DATA(a); break;
    case IFLA_MASTER: link->master = *(int *)RTA_DATA(a); break;
    case IFLA_OPERSTATE: link->operational_state = *(uint8_t *)RTA_DATA(a); break;
    case IFLA_STATS64: memcpy(link->counters, RTA_DATA(a), sizeof link->counters); break;
    case IFLA_LINKINFO: {
      int rest = RTA_PAYLOAD(a);
      struct rtattr *outer = a;
      ATTRIBUTES(RTA_DATA(outer), rest) if (a->rta_type == IFLA_INFO_KIND) copy_text(link->kind, sizeof link->kind, a);
    }
  }
}

static void read_address(struct nlmsghdr *m, void *into) {
  struct ifaddrmsg *info = NLMSG_DATA(m);
  if (m->nlmsg_type != RTM_NEWADDR) return;
  void *local = NULL, *peer = NULL, *broadcast = NULL;
  struct rtattr *label = NULL;
  struct ifa_cacheinfo times = {UINT32_MAX, UINT32_MAX, 0, 0};
  uint32_t flags = info->ifa_flags;
  int length = IFA_PAYLOAD(m);
  ATTRIBUTES(IFA_RTA(info), length) switch (a->rta_type) {
    case IFA_LOCAL: local = RTA_DATA(a); break;
    case IFA_ADDRESS: peer = RTA_DATA(a); break;
    case IFA_BROADCAST: broadcast = RTA_DATA(a); break;
    case IFA_LABEL: label = a; break;
    case IFA_CACHEINFO: memcpy(&times, RTA_DATA(a), sizeof times); break;
    case IFA_FLAGS: flags = *(uint32_t *)RTA_DATA(a);
  }
  if (!local) local = peer;
  if (!local) return;
  size_t size = info->ifa_family == AF_INET ? 4 : 16;
  CStatus *status = into;
  CAddress *address = APPEND(status->addresses, status->address_count);
  address->family = info->ifa_family;
  address->prefix_length = info->ifa_prefixlen;
  address->flags = flags;
  address->link = (int)info->ifa_index;
  address->preferred = times.ifa_prefered;
  address->valid = times.ifa_valid;
  inet_ntop(info->ifa_family, local, address->text, sizeof address->text);
  if (peer && memcmp(peer, local, size)) inet_ntop(info->ifa_family, peer, address->peer, sizeof address->peer);
  if (broadcast) inet_ntop(info->ifa_family, broadcast, address->broadcast, sizeof address->broadcast);
  if (label) copy_text(address->label, sizeof address->label, label);
  const char *scope = info->ifa_scope == 0 ? "global" : info->ifa_scope == 200 ? "site" : info->ifa_scope == 253 ? "link"
                      : info->ifa_scope == 254 ? "host" : "nowhere";
  strcpy(address->scope, scope);
}

static void add_hop(CStatus *status, const CRoute *common, int link, int weight, uint32_t flags, struct rtattr *gateway) {
  CRoute *route = APPEND(status->routes, status->route_count);
  *route = *common;
  route->link = link;
  route->weight = weight;
  route->flags = flags;
  if (!gateway) return;
  int family = common->family;
  char *octets = RTA_DATA(gateway);
  if (gateway->rta_type == RTA_VIA) family = *(uint16_t *)octets, octets += 2;
  inet_ntop(family, octets, route->gateway, sizeof route->gateway);
}

// Keeps the routes that lead out of the links' own networks, as LinuxNetwork does.
static void read_route(struct nlmsghdr *m, void *into) {
  struct rtmsg *info = NLMSG_DATA(m);
  if (m->nlmsg_type != RTM_NEWROUTE) return;
  CRoute route = {.family = info->rtm_family, .protocol = info->rtm_protocol, .table = info->rtm_table};
  int link = 0;
  struct rtattr *gateway = NULL, *several = NULL, *source = NULL, *from = NULL;
  int length = RTM_PAYLOAD(m);
  ATTRIBUTES(RTM_RTA(info), length) switch (a->rta_type & NLA_TYPE_MASK) {
    case RTA_OIF: link = *(int *)RTA_DATA(a); break;
    case RTA_GATEWAY: case RTA_VIA: gateway = a; break;
    case RTA_PRIORITY: route.metric = *(uint32_t *)RTA_DATA(a); break;
    case RTA_TABLE: route.table = *(uint32_t *)RTA_DATA(a); break;
    case RTA_PREF: route.preference = *(uint8_t *)RTA_DATA(a); break;
    case RTA_PREFSRC: source = a; break;
    case RTA_SRC: from = a; break;
    case RTA_METRICS: {
      int rest = RTA_PAYLOAD(a);
      struct rtattr *outer = a;
      ATTRIBUTES(RTA_DATA(outer), rest) if (a->rta_type == RTAX_MTU) route.mtu = *(uint32_t *)RTA_DATA(a);
      break;
    }
    case RTA_MULTIPATH: several = a;
  }
  if (info->rtm_type != RTN_UNICAST || info->rtm_flags & RTM_F_CLONED) return;
  if (!(info->rtm_dst_len == 0 && route.table != RT_TABLE_LOCAL) && !gateway && !several) return;
  if (source) inet_ntop(info->rtm_family, RTA_DATA(source), route.source, sizeof route.source);
  if (from) inet_ntop(info->rtm_family, RTA_DATA(from), route.from, sizeof route.from);
  if (!several) return add_hop(into, &route, link, 1, info->rtm_flags, gateway);
  int rest = RTA_PAYLOAD(several);
  for (struct rtnexthop *hop = RTA_DATA(several); RTNH_OK(hop, rest);
       rest -= RTNH_ALIGN(hop->rtnh_len), hop = RTNH_NEXT(hop)) {
    int inner = hop->rtnh_len - (int)sizeof *hop;
    gateway = NULL;
    ATTRIBUTES(RTNH_DATA(hop), inner) if (a->rta_type == RTA_GATEWAY || a->rta_type == RTA_VIA) gateway = a;
    add_hop(into, &route, hop->rtnh_ifindex, hop->rtnh_hops + 1, hop->rtnh_flags, gateway);
  }
}

typedef struct {
  int link;
  uint32_t table, metric;
  bool is_default;
  uint8_t source[16];  // That the kernel chooses; zeros if it names none.
} Way;

static void read_way(struct nlmsghdr *m, void *into) {
  struct rtmsg *info = NLMSG_DATA(m);
  Way *way = into;
  if (m->nlmsg_type != RTM_NEWROUTE || info->rtm_type != RTN_UNICAST) return;
  int length = RTM_PAYLOAD(m);
  ATTRIBUTES(RTM_RTA(info), length) switch (a->rta_type) {
    case RTA_OIF: way->link = *(int *)RTA_DATA(a); break;
    case RTA_PREFSRC: memcpy(way->source, RTA_DATA(a), RTA_PAYLOAD(a) == 4 ? 4 : 16);
  }
}

static void read_family(struct nlmsghdr *m, void *into) {
  int length = (int)NLMSG_PAYLOAD(m, GENL_HDRLEN);
  ATTRIBUTES((char *)NLMSG_DATA(m) + GENL_HDRLEN, length)
    if (a->rta_type == CTRL_ATTR_FAMILY_ID) *(uint16_t *)into = *(uint16_t *)RTA_DATA(a);
}

// MARK: Requests

typedef struct {
  struct nlmsghdr header;
  char body[64];
} Request;

static Request request(uint16_t type, uint16_t flags, const void *body, size_t size) {
  Request r = {.header = {(uint32_t)(NLMSG_HDRLEN + size), type, NLM_F_REQUEST | flags, 0, 0}};
  memcpy(r.body, body, size);
  return r;
}

static int dump(Conversation *talk, uint16_t type, const void *body, size_t size, Reader read, CStatus *into, int *count) {
  Request r = request(type, NLM_F_DUMP, body, size);
  int failure = -1, before = *count;
  for (int attempt = 0; attempt < 5 && failure == -1; attempt++) {
    *count = before;
    failure = ask_once(talk, &r.header, read, into);
  }
  return failure;
}

static void read_entry(struct nlmsghdr *m, void *into) {
  struct rtmsg *info = NLMSG_DATA(m);
  Way *way = into;
  if (m->nlmsg_type != RTM_NEWROUTE || info->rtm_type != RTN_UNICAST) return;
  way->is_default = info->rtm_dst_len == 0;
  int length = RTM_PAYLOAD(m);
  ATTRIBUTES(RTM_RTA(info), length) switch (a->rta_type) {
    case RTA_TABLE: way->table = *(uint32_t *)RTA_DATA(a); break;
    case RTA_PRIORITY: way->metric = *(uint32_t *)RTA_DATA(a);
  }
}

// The source address that connect() chooses, for routes of IPv6 that are for certain sources only.
static bool choose_source(const uint8_t *address, struct in6_addr *source) {
  struct sockaddr_in6 name = {.sin6_family = AF_INET6, .sin6_port = htons(53)};
  socklen_t size = sizeof name;
  memcpy(&name.sin6_addr, address, 16);
  int descriptor = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  bool found = descriptor >= 0 && connect(descriptor, (struct sockaddr *)&name, size) == 0 &&
               getsockname(descriptor, (struct sockaddr *)&name, &size) == 0;
  close(descriptor);
  *source = name.sin6_addr;
  return found;
}

// The link that packets to a public address leave by, and the entry of the routing table if `with_entry`.
static Way way(Conversation *talk, uint8_t family, bool with_entry) {
  static const uint8_t addresses[2][16] = {{198, 41, 0, 4}, {0x20, 0x01, 0x05, 0x03, 0xba, 0x3e, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0x30}};
  size_t size = family == AF_INET ? 4 : 16;
  struct {
    struct rtmsg info;
    struct rtattr attribute;
    uint8_t address[16];
  } body = {{.rtm_family = family, .rtm_dst_len = (unsigned char)(size * 8)}, {(unsigned short)(4 + size), RTA_DST}, {0}};
  memcpy(body.address, addresses[family == AF_INET6], size);
  Request r = request(RTM_GETROUTE, 0, &body, sizeof body - 16 + size);
  Way way = {0};
  ask_once(talk, &r.header, read_way, &way);
  struct in6_addr source;
  if (!way.link && family == AF_INET6 && choose_source(addresses[1], &source)) way.link = -1;  // By which link, is not asked.
  if (!with_entry || way.link <= 0) return way;
  body.info.rtm_flags = family == AF_INET ? RTM_F_FIB_MATCH | RTM_F_LOOKUP_TABLE : RTM_F_FIB_MATCH;
  r = request(RTM_GETROUTE, 0, &body, sizeof body - 16 + size);
  ask_once(talk, &r.header, read_entry, &way);
  return way;
}

static uint16_t wireless_family(Conversation *talk) {
  struct {
    struct genlmsghdr header;
    struct rtattr attribute;
    char name[8];
  } body = {{CTRL_CMD_GETFAMILY, 1, 0}, {12, CTRL_ATTR_FAMILY_NAME}, "nl80211"};
  Request r = request(GENL_ID_CTRL, 0, &body, sizeof body);
  uint16_t family = 0;
  ask_once(talk, &r.header, read_family, &family);
  return family;
}

// MARK: Files

static ssize_t contents(const char *path, char *into, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return -1;
  ssize_t length = read(file, into, size - 1);
  close(file);
  if (length >= 0) into[length] = 0;
  return length;
}

static bool is_ready(const CLink *link) {
  uint32_t ready = IFF_UP | IFF_RUNNING | 0x10000;
  return (link->flags & ready) == ready;
}

static void read_device(CLink *link, bool with_speed) {
  char path[64], text[4096], *at;
  snprintf(path, sizeof path, "/sys/class/net/%s/uevent", link->name);
  if (contents(path, text, sizeof text) < 0) return;
  char mine[32];
  snprintf(mine, sizeof mine, "IFINDEX=%d\n", link->index);
  if (!strstr(text, mine)) return;
  if ((at = strstr(text, "DEVTYPE="))) sscanf(at + 8, "%15s", link->type);
  if (!with_speed) return;
  struct ethtool_drvinfo driver = {.cmd = ETHTOOL_GDRVINFO};
  struct ifreq r = {.ifr_data = (char *)&driver};
  int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  memcpy(r.ifr_name, link->name, sizeof link->name);
  if (ioctl(descriptor, SIOCETHTOOL, &r) == 0) memcpy(link->driver, driver.driver, sizeof link->driver - 1);
  close(descriptor);
  if (!is_ready(link)) return;
  snprintf(path, sizeof path, "/sys/class/net/%s/speed", link->name);
  if (contents(path, text, sizeof text) > 0) link->speed = strtol(text, NULL, 10);
  snprintf(path, sizeof path, "/sys/class/net/%s/duplex", link->name);
  if (contents(path, text, sizeof text) > 0) sscanf(text, "%15s", link->duplex);
}

static void read_resolver(CStatus *status) {
  char text[65536], *rest = text, *line;
  if (contents("/etc/resolv.conf", text, sizeof text) < 0) return;
  while ((line = strsep(&rest, "\n")))
    if (status->server_count < 8 && sscanf(line, "nameserver %63s", status->servers[status->server_count]) == 1)
      status->server_count++;
}

// MARK: Answers

// Groups the addresses by link, in the kernel's order: counted first, then placed.
static void group_addresses(CStatus *status) {
  int highest = 0;
  for (int i = 0; i < status->link_count; i++)
    if (status->links[i].index > highest) highest = status->links[i].index;
  CLink **by_index = calloc((size_t)highest + 1, sizeof *by_index);
  for (int i = 0; i < status->link_count; i++) by_index[status->links[i].index] = &status->links[i];
  for (int i = 0; i < status->address_count; i++)
    if (status->addresses[i].link <= highest && by_index[status->addresses[i].link])
      by_index[status->addresses[i].link]->address_count++;
  CAddress *sorted = malloc(sizeof *sorted * (size_t)(status->address_count + 1)), *next = sorted;
  for (int i = 0; i < status->link_count; i++) {
    status->links[i].addresses = next;
    next += status->links[i].address_count;
    status->links[i].address_count = 0;
  }
  for (int i = 0; i < status->address_count; i++) {
    int index = status->addresses[i].link;
    CLink *link = index <= highest ? by_index[index] : NULL;
    if (link) link->addresses[link->address_count++] = status->addresses[i];
  }
  free(status->addresses);
  free(by_index);
  status->addresses = sorted;
}

static int by_index(const void *a, const void *b) { return ((CLink *)a)->index - ((CLink *)b)->index; }

static int by_metric(const void *a, const void *b) {
  const CRoute *x = a, *y = b;
  return x->family != y->family ? x->family - y->family : (x->metric > y->metric) - (x->metric < y->metric);
}

bool cnetlink_wireless(void) {
  Conversation talk;
  bool found = begin(&talk, NETLINK_GENERIC) && wireless_family(&talk) != 0;
  close(talk.descriptor);
  return found;
}

bool cnetlink_read(CStatus *status) {
  Conversation talk;
  memset(status, 0, sizeof *status);
  if (!begin(&talk, NETLINK_ROUTE)) return false;
  struct ifinfomsg all_links = {0};
  struct ifaddrmsg all_addresses = {0};
  struct rtmsg routes4 = {.rtm_family = AF_INET}, routes6 = {.rtm_family = AF_INET6};
  Way ways[2];
  dump(&talk, RTM_GETLINK, &all_links, sizeof all_links, read_link, status, &status->link_count);
  dump(&talk, RTM_GETADDR, &all_addresses, sizeof all_addresses, read_address, status, &status->address_count);
  dump(&talk, RTM_GETROUTE, &routes4, sizeof routes4, read_route, status, &status->route_count);
  ways[0] = way(&talk, AF_INET, true);
  dump(&talk, RTM_GETROUTE, &routes6, sizeof routes6, read_route, status, &status->route_count);
  ways[1] = way(&talk, AF_INET6, true);
  for (int i = 0; i < status->route_count; i++) {
    CRoute *route = &status->routes[i];
    Way *used = &ways[route->family == AF_INET6];
    route->in_use = used->is_default && used->table == route->table && used->metric == route->metric;
  }
  close(talk.descriptor);
  status->wireless = cnetlink_wireless();
  qsort(status->links, (size_t)status->link_count, sizeof *status->links, by_index);
  qsort(status->routes, (size_t)status->route_count, sizeof *status->routes, by_metric);
  group_addresses(status);
  for (int i = 0; i < status->link_count; i++) {
    CLink *link = &status->links[i];
    if (!*link->kind && !(link->flags & IFF_LOOPBACK)) read_device(link, true);
    if ((link->index == ways[0].link || link->index == ways[1].link) && is_ready(link)) status->connected = true;
  }
  read_resolver(status);
  return true;
}

void cnetlink_free(CStatus *status) {
  free(status->links);
  free(status->addresses);
  free(status->routes);
}

// Whether the source address that the kernel chooses is checked for duplicates, and valid beyond its link. The kernel
// has no look-up for one address of IPv4: those of the link are asked for.
static bool has_usable_source(Conversation *talk, uint8_t family, const Way *way) {
  size_t size = family == AF_INET ? 4 : 16;
  struct {
    struct ifaddrmsg info;
    struct rtattr attribute;
    uint8_t address[16];
  } body = {{.ifa_family = family}, {20, IFA_ADDRESS}, {0}};
  CStatus status = {0};
  if (family == AF_INET) {
    body.info.ifa_index = (uint32_t)way->link;
    dump(talk, RTM_GETADDR, &body, sizeof body.info, read_address, &status, &status.address_count);
  } else {
    memcpy(body.address, way->source, size);
    Request r = request(RTM_GETADDR, 0, &body, sizeof body);
    ask_once(talk, &r.header, read_address, &status);
  }
  char text[64];
  inet_ntop(family, way->source, text, sizeof text);
  bool usable = false;
  for (int i = 0; i < status.address_count; i++) {
    CAddress *address = &status.addresses[i];
    bool wide = !strcmp(address->scope, "global") || !strcmp(address->scope, "site");
    usable |= !strcmp(address->text, text) && wide && !(address->flags & (IFA_F_TENTATIVE | IFA_F_DADFAILED));
  }
  cnetlink_free(&status);
  return usable;
}

bool cnetlink_connected(void) {
  Conversation talk;
  if (!begin(&talk, NETLINK_ROUTE)) return false;
  bool connected = false;
  static const uint8_t families[2] = {AF_INET, AF_INET6};
  for (int i = 0; i < 2 && !connected; i++) {
    Way out = way(&talk, families[i], false);
    if (out.link == 0) continue;
    struct {
      struct ifinfomsg info;
      struct rtattr attribute;
      uint32_t mask;
    } body = {{.ifi_index = out.link}, {8, IFLA_EXT_MASK}, RTEXT_FILTER_SKIP_STATS};
    Request r = request(RTM_GETLINK, 0, &body, sizeof body);
    CStatus status = {0};
    ask_once(&talk, &r.header, read_link, &status);
    if (status.link_count == 1) {
      read_device(status.links, false);
      connected = is_ready(status.links) && has_usable_source(&talk, families[i], &out);
    }
    cnetlink_free(&status);
  }
  close(talk.descriptor);
  return connected;
}

bool cnetlink_set_up(const char *name, bool up) {
  struct ifreq r = {0};
  int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  strncpy(r.ifr_name, name, IFNAMSIZ - 1);
  bool done = ioctl(descriptor, SIOCGIFFLAGS, &r) == 0;
  r.ifr_flags = (short)(up ? r.ifr_flags | IFF_UP : r.ifr_flags & ~IFF_UP);
  done = done && ioctl(descriptor, SIOCSIFFLAGS, &r) == 0;
  close(descriptor);
  return done;
}
