export function sum(a: number, b: number, c: number, d: number) {
  return a + b + c + d
}
