// LinuxNetwork
