import type { OutlineRefusal } from '#renderer/tools/outlines/refusal'
import type { Purpose } from '#renderer/tools/reshape/reshape'
import { t } from '#renderer/words/words'

export const REFUSAL_WORDS: Readonly<Record<OutlineRefusal, string>> = {
  'too-few': t('Select two or more boxes, polygons or masks first'),
  'no-area': t('Select a box, a polygon or a mask first: lines, points and keypoints enclose no area'),
  locked: t('Locked shapes stay as they are. Unlock them first'),
  'nothing-left': t('Nothing of the shape would be left. Delete it instead'),
  'nothing-common': t('The selected shapes have no area in common'),
  apart: t('Nothing changed: the shape does not reach this area, or already covers it'),
  'not-cut': t('The line goes through no selected shape'),
  'no-neighbour': t('Click a vertex of another shape first to copy its border from that point'),
  'tangled-cut': t('The line crosses itself. Draw it without a loop'),
}

interface PurposeWords {
  /** In the bar; of the one selected shape by its name, or of how many there are. */
  readonly about: (subject: string) => string
  readonly announced: string
  readonly end: string
  readonly needs: string
}

export const PURPOSE_WORDS: Readonly<Record<Purpose, PurposeWords>> = {
  add: {
    about: (subject) => t('Add to {{subject}}', { subject }),
    announced: t('Draw what is added to the shape. Escape ends it'),
    end: t('Add'),
    needs: t('An outline needs three points'),
  },
  remove: {
    about: (subject) => t('Subtract from {{subject}}', { subject }),
    announced: t('Draw what is taken out of the shape. Escape ends it'),
    end: t('Subtract'),
    needs: t('An outline needs three points'),
  },
  slice: {
    about: (subject) => t('Slice {{subject}}', { subject }),
    announced: t('Draw a line across the selection. Escape ends it'),
    end: t('Slice'),
    needs: t('A cut needs two points'),
  },
}
