# Debugs a program by `causeway dap`: stops at a breakpoint, reads a variable, and lets the program end.
use strict;
use warnings;
use IPC::Open2;

$SIG{ALRM} = sub { die "no answer within 60 s\n" };
alarm 60;
my $process = open2(my $from, my $to, "causeway", "dap");
my $number = 0;

sub request {
  my ($command, $arguments) = @_;
  my $text = sprintf '{"seq":%d,"type":"request","command":"%s","arguments":%s}', ++$number, $command, $arguments;
  print {$to} "Content-Length: " . length($text) . "\r\n\r\n" . $text;
  $to->flush;
}

# Reads messages until one has the text.
sub await {
  my ($wanted) = @_;
  while (my $head = <$from>) {
    next unless $head =~ /^Content-Length: (\d+)/;
    my $length = $1;
    while ((my $line = <$from>) ne "\r\n") { }
    read($from, my $message, $length);
    return $message if $message =~ $wanted;
    die "$message\n" if $message =~ /"success":false/;
  }
  die "the debugger ended before $wanted\n";
}

my $program = $ARGV[0];
request("initialize", '{"adapterID":"causeway"}');
request("launch", qq({"program":"$program"}));
await(qr/"event":"initialized"/);
request("setBreakpoints", qq({"source":{"path":"$program"},"breakpoints":[{"line":$ARGV[1]}]}));
request("configurationDone", "{}");
await(qr/"event":"stopped"/);
request("stackTrace", '{"threadId":1}');
await(qr/"command":"stackTrace"/);
request("evaluate", qq({"expression":"$ARGV[2]","frameId":1}));
my ($result) = await(qr/"command":"evaluate"/) =~ /"result":"([^"]*)"/;
request("continue", '{"threadId":1}');
await(qr/"event":"terminated"/);
request("disconnect", "{}");
close $to;
waitpid $process, 0;
print "$ARGV[2] is $result, status " . ($? >> 8) . ", signal " . ($? & 127) . "\n";
