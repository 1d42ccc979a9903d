// @ts-check

/** Whether a `for...in` loop over any object finds a property that a page defined on `Object.prototype`. */
export const hasPlantedMembers = () => {
  for (const _ in {}) return true;
  return false;
};
