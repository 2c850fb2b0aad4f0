/** Returns the minimum and maximum. Passing a few hundred thousand values as arguments would overflow the stack. */
export function extentOf(values: Iterable<number>): { readonly least: number; readonly most: number } {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return { least, most }
}
