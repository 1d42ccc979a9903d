/// Texts that hold every construct, for tests that change them at random.
enum Corpus {
  static let texts = [
    #"""
    #!/usr/bin/env causeway
    import a, { b as c, "d e" as f } from "x" with { type: "json" };
    import * as g from 'y'; export * from "z"; export * as h from "z"; export { c as i, a as default };
    export const j = 1, [k, { l = 2, ...m }] = n; export async function* o(p = yield, ...q) { for await (const r of s) ; }
    const t = import.meta.url, u = await import(`v${w}`, { with: {} });
    """#,
    #"""
    class A extends (B, C) { #d = 1; static #e; static { this.#e = #d in this; } get f() { return super.f?.[0]?.(1)?.g; }
      set f(v) {} static async *[h]() { yield* i; } 'constructor'() { super(new.target); } 12n = 0b1_0; static = 5 }
    label: for (var j = 0, k; j < 10; j++, --k) { if (j) continue label; else if (k) break label; else { let l; } }
    for (const m in n) for (const o of p) do { } while (q)
    switch (r) { case 1: function s() {} default: throw new Error() } try { } catch { } finally { }
    """#,
    #"""
    var a = /(?<b>[^\]/\w-]+)(?:\k<b>|\u{61})*?(?i-m:c)(?<!d)/gu, e = /[\p{L}--[a-z&&\q{bc|d}]]/v, f = `a${`b${c}`}d`;
    (a, { b, c: [d = 1, ...e] }, ...f) => ({ g, h: 1, ['i']: 2, get j() { return 1 }, async *k() {}, ...l });
    [m, n.o, { p = 1, q: r[0], ...s }] = t; u ??= v ||= w &&= x ** y; z = -1 ** 2; a = b ? c : d ? e : f; async g => await g;
    "\x41\u0042\u{43}\0\
    "; 'use strict'; 0x1F + 1_000.5e-3 + .5 - 010; <!-- comment
    --> comment
    if (a) function f() {} with (a) b; delete c.d, void 0, typeof e; debugger; var \u0061b, é, 𠮷;
    """#,
    #"""
    interface A<T extends B = C> { a?: string; readonly [b: string]: number; new (c: D): E; (f): asserts f is string }
    type G = keyof typeof h | { [K in L as `m${K}`]-?: N[K] } extends infer O ? O[] : [p?: Q, ...r: S[]] & unique symbol;
    enum T { U = 1, V = U << 2, W = "x".length, 'y z' } const enum AA { B } declare module "c" { export const d: number }
    namespace E.F { export const g = 1; export function h() { return g } } abstract class I<J> implements K, L {
      constructor(private readonly m: number, public n?: string) { super() } declare o; p!: string; abstract q(): void;
      r<S>(this: T, u: U): void; r(...v) {} static override w = <X,>(y: Z): y is A => y!.b as const satisfies C }
    import type D from "e"; import { type F, g } from "h"; import i = require("j"); export type { k }; let l = <M>n<O>(p);
    """#,
  ]
}
