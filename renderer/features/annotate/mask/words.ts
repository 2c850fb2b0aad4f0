import type { PaintWay } from '#renderer/tools/mask/brush'

/** What the ways of painting are called. */
export const WAY_NAMES: Readonly<Record<PaintWay, string>> = {
  stroke: 'Strokes',
  lasso: 'Outline around pixels',
  fill: 'Holes and parts by a click',
  wand: 'Pixels of one colour',
}
