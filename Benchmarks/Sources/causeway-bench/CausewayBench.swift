import CPlain
@main struct Bench { static func main() {
 let h = cplain_create()
 for m in ["number.within","number.queued","number.thread"] { for d in [1,16,256,4096] {
  let x = cplain_run(h, "bench.run('\(m)', 'number', \(d), 100000)"); print(m, d, x, String(cString: cplain_error(h))) } }
 for k in ["struct","1 KB","100 KB"] { for m in ["value.within","json.within","json.queued","text.within"] {
  let x = cplain_run(h, "bench.run('\(m)', '\(k)', 1, \(k == "struct" ? 50000 : 500))"); print(m, k, x, String(cString: cplain_error(h))) }}
 print(cplain_run(h, "bench.run('bytes.copied', '1 MB of bytes', 1, 500)"), String(cString: cplain_error(h)))
 print(cplain_run(h, "bench.take(100000, 256)"), String(cString: cplain_error(h)))
 print(cplain_run(h, "bench.synchronous(1000000)"), String(cString: cplain_error(h)))
 print(cplain_await_here(h, 100000), cplain_await_across(h, 1, 10000), cplain_await_across(h, 256, 100000), cplain_pending(h))
 cplain_destroy(h)
 print(cplain_contexts(50))
} }
