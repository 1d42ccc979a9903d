# Answers each request with "hello", for two minutes; prints its port. Perl is what a minimal system has.
use strict;
use warnings;
use IO::Socket::INET;

$| = 1;
alarm 120;
my $server = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 0, Listen => 5) or die "no socket: $!";
print $server->sockport, "\n";
while (my $client = $server->accept) {
  while (defined(my $line = <$client>)) { last if $line =~ /^\r?\n$/ }
  print $client "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello";
  close $client;
}
