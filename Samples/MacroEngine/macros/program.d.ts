// The methods of the program, for editors and tsc.
type Ring = "inner" | "middle" | "outer";

declare const bridge: {
  callSync(method: "rings.get", params: { ring: Ring }): number;
  callSync(method: "rings.set", params: { ring: Ring; value: number }): void;
  call(
    method: "rings.move",
    params: { ring: Ring; to: number; steps: number; ease: (share: number) => number | Promise<number> },
  ): Promise<void>;
};
