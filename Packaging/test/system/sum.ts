export const sum = (...numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
