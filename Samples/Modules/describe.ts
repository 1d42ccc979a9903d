export interface Reading {
  name: string;
  kilobytes: number;
}

export function describe({ name, kilobytes }: Reading): string {
  return `${name.padEnd(5)} ${kilobytes} kB`;
}
