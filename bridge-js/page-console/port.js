// @ts-check

/** The name of the port between the console and its relay. */
export const PORT = "causeway-console";
