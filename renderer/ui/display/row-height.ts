import { type Density, useSightChoice } from '../app/theme.ts'

/** Design pixels, equal to the tokens of the styles: virtual lists need row heights before anything is drawn. */
export const ROW_HEIGHTS = {
  list: { comfortable: 24, compact: 22 },
  item: { comfortable: 28, compact: 24 },
  'row-s': { comfortable: 26, compact: 22 },
  'image-row': { comfortable: 44, compact: 36 },
} as const satisfies Readonly<Record<string, Readonly<Record<Density, number>>>>

/** Returns the height of a kind of row, in design pixels. Styles use the token `--h-…` of the same name. */
export function useRowHeight(kind: keyof typeof ROW_HEIGHTS): number {
  return ROW_HEIGHTS[kind][useSightChoice().density]
}
