/** The least and the greatest of any number of values: handed over as arguments, a few hundred thousand overflow the stack. */
export function extentOf(values: Iterable<number>): { readonly least: number; readonly most: number } {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return { least, most }
}
