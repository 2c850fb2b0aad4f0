import { t } from '#renderer/kit/words/words'
import type { PaintWay } from '#renderer/tools/mask/brush'

/** What the ways of painting are called. */
export const WAY_NAMES: Readonly<Record<PaintWay, string>> = {
  stroke: t('Strokes'),
  lasso: t('Outline around pixels'),
  fill: t('Holes and parts by a click'),
  wand: t('Pixels of one colour'),
}
