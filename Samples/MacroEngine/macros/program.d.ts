// The methods of the program, for editors and tsc.
type Ring = "inner" | "middle" | "outer";

declare const bridge: {
  callSync(method: "rings.get", params: { ring: Ring }): number;
  callSync(method: "rings.set", params: { ring: Ring; value: number }): void;
};
