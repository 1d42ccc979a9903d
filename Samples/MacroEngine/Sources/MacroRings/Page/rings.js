// @ts-check
// Draws three concentric rings with values from 0 to 10.

const SVG = "http://www.w3.org/2000/svg";
const RINGS = /** @type {const} */ ([["outer", 104], ["middle", 80], ["inner", 56]]);
const FULL = 10;

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/**
 * @param {Element} svg
 * @param {Element} list
 */
export const makeRings = (svg, list) => {
  const fills = new Map();
  const numbers = new Map();
  for (const [name, radius] of RINGS) {
    const length = 2 * Math.PI * radius;
    for (const role of ["track", "fill"]) {
      const circle = document.createElementNS(SVG, "circle");
      for (const [key, value] of Object.entries({ cx: 120, cy: 120, r: radius, class: `${role} ${role === "fill" ? name : ""}` })) {
        circle.setAttribute(key, String(value));
      }
      if (role === "fill") {
        circle.setAttribute("transform", "rotate(-90 120 120)");
        circle.setAttribute("stroke-dasharray", String(length));
        fills.set(name, { circle, length });
      }
      svg.append(circle);
    }
  }
  for (const name of ["inner", "middle", "outer"]) {
    const item = document.createElement("li");
    item.className = name;
    const number = document.createElement("b");
    item.append(`${name} `, number);
    list.append(item);
    numbers.set(name, number);
  }
  return (/** @type {Record<string, number>} */ rings) => {
    for (const [name] of RINGS) {
      const { circle, length } = fills.get(name);
      circle.setAttribute("stroke-dashoffset", String(length * (1 - rings[name] / FULL)));
      circle.setAttribute("opacity", rings[name] > 0 ? "1" : "0");
      circle.dataset.value = String(rings[name]);
      numbers.get(name).textContent = short(rings[name]);
    }
    svg.setAttribute("aria-label", `Rings: inner ${short(rings.inner)}, middle ${short(rings.middle)}, outer ${short(rings.outer)}, of 10`);
  };
};
