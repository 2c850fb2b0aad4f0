import type { OutlineRefusal } from '#renderer/tools/outlines/refusal'
import type { Purpose } from '#renderer/tools/reshape/reshape'

export const REFUSAL_WORDS: Readonly<Record<OutlineRefusal, string>> = {
  'too-few': 'Select two or more boxes, polygons or masks first',
  'no-area': 'Select a box, a polygon or a mask first: lines, points and keypoints enclose no area',
  locked: 'Locked shapes stay as they are. Unlock them first',
  'nothing-left': 'Nothing of the shape would be left. Delete it instead',
  'nothing-common': 'No place belongs to all selected shapes',
  apart: 'Nothing was changed: the shape does not reach there, or has all of it already',
  'not-cut': 'The line goes through no selected shape',
  'no-neighbour': 'Click a vertex of another shape first: its border is copied from there',
  'tangled-cut': 'The line crosses itself. Draw it without a loop',
}

/** About a part of a polygon that is drawn anew; the name of the polygon follows the first two. */
export const REDRAW_WORDS = {
  lead: 'Redraw part of',
  begins: 'A click on its outline redraws part of',
  ends: 'A click on the outline ends it',
  flip: 'Keep the other part',
} as const

interface PurposeWords {
  /** In the bar; the name of the one selected shape, or how many there are, follows. */
  readonly lead: string
  readonly announced: string
  readonly end: string
  readonly needs: string
}

export const PURPOSE_WORDS: Readonly<Record<Purpose, PurposeWords>> = {
  add: {
    lead: 'Add to',
    announced: 'Draw what is added to the shape. Escape ends it',
    end: 'Add',
    needs: 'An outline needs three points',
  },
  remove: {
    lead: 'Subtract from',
    announced: 'Draw what is taken out of the shape. Escape ends it',
    end: 'Subtract',
    needs: 'An outline needs three points',
  },
  slice: {
    lead: 'Slice',
    announced: 'Draw a line across the selection. Escape ends it',
    end: 'Slice',
    needs: 'A cut needs two points',
  },
}
