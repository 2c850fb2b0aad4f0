export function first(values: string[]) {
  return values[0]!.length
}
