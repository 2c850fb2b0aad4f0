import { type Density, useSightChoice } from '../app/theme.ts'

/** Pixels of the design, as the tokens of styles have them: rows that scroll must be known before they are drawn. */
export const ROW_HEIGHTS = {
  list: { comfortable: 24, compact: 22 },
  item: { comfortable: 28, compact: 24 },
  'row-s': { comfortable: 26, compact: 22 },
  'image-row': { comfortable: 44, compact: 36 },
} as const satisfies Readonly<Record<string, Readonly<Record<Density, number>>>>

/** How high rows of a kind are, in pixels of the design; the token `--h-…` of the same name says it to styles. */
export function useRowHeight(kind: keyof typeof ROW_HEIGHTS): number {
  return ROW_HEIGHTS[kind][useSightChoice().density]
}
