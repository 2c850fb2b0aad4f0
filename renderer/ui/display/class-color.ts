/** The twelve class colours (`--c-1` … `--c-12`): the same in both themes, because photographs do not change with the theme. */
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

/** The colour of a class's 1-based place in the list; it repeats after twelve. */
export function classColor(place: number): string {
  return CLASS_COLORS[(Math.max(1, place) - 1) % CLASS_COLORS.length] ?? CLASS_COLORS[0]
}

/** The second and later rounds of the list are told apart by hatching. */
export function isHatched(place: number): boolean {
  return place > CLASS_COLORS.length
}
