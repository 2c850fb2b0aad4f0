/** The twelve class colors, by the position of a class in its project; they repeat after the last. */
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
