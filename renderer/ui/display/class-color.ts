/**
 * The twelve class colors (`--c-1` … `--c-12`). They are the same in both themes, because images do not change with
 * the theme.
 */
export const CLASS_COLORS = [
  '#78A4F6',
  '#FBD04E',
  '#DA470F',
  '#34DCAD',
  '#BA38BD',
  '#ABF2F6',
  '#E3982E',
  '#966BFF',
  '#DBFCAD',
  '#4E7A81',
  '#F35ABC',
  '#A29770',
] as const

/** Returns the color for a class's 1-based position in the list; it repeats after twelve. */
export function classColor(place: number): string {
  return CLASS_COLORS[(Math.max(1, place) - 1) % CLASS_COLORS.length] ?? CLASS_COLORS[0]
}

/** Returns whether a class is hatched, which marks repeated colors. */
export function isHatched(place: number): boolean {
  return place > CLASS_COLORS.length
}
