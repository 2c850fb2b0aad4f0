import type { PaintWay } from '#renderer/tools/mask/brush'
import { t } from '#renderer/words/words'

/** Names of the paint modes. */
export const WAY_NAMES: Readonly<Record<PaintWay, string>> = {
  stroke: t('Strokes'),
  lasso: t('Outline around pixels'),
  fill: t('Holes and parts by a click'),
  wand: t('Pixels of one color'),
}
