import { extentOf } from '#common/geometry/extent'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ModelRunError } from '../../host/errors.ts'
import type { FloatAnswer } from '../kit/answers.ts'
import type { Candidates } from '../kit/nms.ts'

/** Anchors, each with the same numbers, wherever these lie in memory. */
export interface Grid {
  readonly values: Float32Array
  readonly anchors: number
  /** How many numbers each anchor has. */
  readonly numbers: number
  /** From one number of an anchor to its next, and from one anchor to the next. */
  readonly numberStep: number
  readonly anchorStep: number
}

/** The numbers that an anchor should have. */
export interface Expected {
  fits(numbers: number): boolean
  /** The numbers that fit, for the person who reads the failure. */
  readonly words: Message
  /** The axis behind the images in which the numbers of an anchor usually lie. */
  readonly usualAxis: 1 | 2
}

/** A tensor with three axes as anchors, whichever of the last two these lie along. Throws a `ModelRunError` when neither fits. */
export function gridOf({ dims, values }: FloatAnswer, { fits, words, usualAxis }: Expected): Grid {
  const [, one = 0, other = 0] = dims
  const axis = [usualAxis, 3 - usualAxis].find((each) => fits(each === 1 ? one : other))
  if (axis === undefined)
    throw new ModelRunError(message('yolo-anchors-misfit', { dims: dims.map(String), expected: words }))
  return axis === 1
    ? { values, anchors: other, numbers: one, numberStep: other, anchorStep: 1 }
    : { values, anchors: one, numbers: other, numberStep: 1, anchorStep: other }
}

/** Where the classes of an anchor are, and what they must reach. */
export interface Classes {
  /** Place of the first class among the numbers of an anchor. */
  readonly first: number
  /** Place of the number that says whether there is anything at all. */
  readonly objectness?: number
  /** Least confidence of each class, in the order of the tensor; a score must be larger. */
  readonly thresholds: Float32Array
}

/** Anchors that are over the threshold of their best class. */
export interface Chosen {
  readonly anchors: Int32Array
  readonly scores: Float32Array
  readonly classes: Int32Array
}

/** Boxes that a network proposes, with what each brings along. */
export interface Proposals extends Candidates {
  /** The numbers behind the classes of a prediction: the angle of its box, or coefficients of its mask, or its keypoints. */
  extrasOf(place: number): Float32Array
}

/** Numbers that are none are under every threshold. */
export function chooseAnchors(grid: Grid, classes: Classes): Chosen {
  const best = grid.anchorStep === 1 ? bestByClass(grid, classes) : bestByAnchor(grid, classes)
  const { values, numberStep, anchorStep } = grid
  const { objectness, thresholds } = classes
  const isChosen = (anchor: number) => {
    const threshold = thresholds[best.classes[anchor] ?? 0] ?? Number.POSITIVE_INFINITY
    if (!((best.scores[anchor] ?? 0) > threshold)) return false
    return objectness === undefined || (values[objectness * numberStep + anchor * anchorStep] ?? 0) > threshold
  }
  return pick(best, isChosen)
}

/** Of rows that say their confidence and the number of their class, those that reach its threshold. */
export function chooseRows({ values, anchors, numberStep, anchorStep }: Grid, thresholds: Float32Array): Chosen {
  const scores = new Float32Array(anchors)
  const classes = new Int32Array(anchors)
  for (let row = 0; row < anchors; row += 1) {
    scores[row] = values[row * anchorStep + 4 * numberStep] ?? 0
    const index = values[row * anchorStep + 5 * numberStep] ?? -1
    classes[row] = index > -0.5 && index < thresholds.length - 0.5 ? Math.round(index) : -1
  }
  return pick({ scores, classes }, (row) => (scores[row] ?? 0) >= (thresholds[classes[row] ?? -1] ?? Infinity))
}

function pick(best: Best, isChosen: (anchor: number) => boolean): Chosen {
  const chosen = new Int32Array(best.scores.length)
  let count = 0
  for (let anchor = 0; anchor < chosen.length; anchor += 1) {
    if (!isChosen(anchor)) continue
    chosen[count] = anchor
    count += 1
  }
  const anchors = chosen.slice(0, count)
  const scores = new Float32Array(count)
  const classes = new Int32Array(count)
  for (let place = 0; place < count; place += 1) {
    scores[place] = best.scores[anchors[place] ?? 0] ?? 0
    classes[place] = best.classes[anchors[place] ?? 0] ?? 0
  }
  return { anchors, scores, classes }
}

/** The best class of every anchor; a score that is under every threshold is not told from the least of these. */
interface Best {
  readonly scores: Float32Array
  readonly classes: Int32Array
}

/** Class by class, as the tensor lies in memory: the best of every anchor so far is kept beside it. */
function bestByClass({ values, anchors, numberStep }: Grid, { first, thresholds }: Classes): Best {
  const scores = new Float32Array(anchors).fill(extentOf(thresholds).least)
  const classes = new Int32Array(anchors)
  for (let index = 0; index < thresholds.length; index += 1) {
    const start = (first + index) * numberStep
    for (let anchor = 0; anchor < anchors; anchor += 1) {
      const score = values[start + anchor] ?? 0
      if (score > (scores[anchor] ?? 0)) {
        scores[anchor] = score
        classes[anchor] = index
      }
    }
  }
  return { scores, classes }
}

function bestByAnchor({ values, anchors, anchorStep }: Grid, { first, thresholds }: Classes): Best {
  const { least } = extentOf(thresholds)
  const scores = new Float32Array(anchors)
  const classes = new Int32Array(anchors)
  for (let anchor = 0; anchor < anchors; anchor += 1) {
    const start = anchor * anchorStep + first
    let [best, winner] = [least, 0]
    for (let index = 0; index < thresholds.length; index += 1) {
      const score = values[start + index] ?? 0
      if (score > best) {
        best = score
        winner = index
      }
    }
    scores[anchor] = best
    classes[anchor] = winner
  }
  return { scores, classes }
}

/** Boxes of anchors whose first four numbers are the center and the size. */
export function centredBoxes({ values, numberStep, anchorStep }: Grid, anchors: Int32Array): Float32Array {
  const boxes = new Float32Array(4 * anchors.length)
  for (let place = 0; place < anchors.length; place += 1) {
    const start = (anchors[place] ?? 0) * anchorStep
    const at = (number: number) => values[start + number * numberStep] ?? Number.NaN
    const [width, height] = [at(2) / 2, at(3) / 2]
    boxes[4 * place] = at(0) - width
    boxes[4 * place + 1] = at(1) - height
    boxes[4 * place + 2] = at(0) + width
    boxes[4 * place + 3] = at(1) + height
  }
  return boxes
}

/** Boxes of anchors whose first four numbers are the corners. */
export function corneredBoxes({ values, numberStep, anchorStep }: Grid, anchors: Int32Array): Float32Array {
  const boxes = new Float32Array(4 * anchors.length)
  for (let place = 0; place < boxes.length; place += 1) {
    boxes[place] = values[(anchors[place >> 2] ?? 0) * anchorStep + (place & 3) * numberStep] ?? Number.NaN
  }
  return boxes
}

/** The numbers of one anchor from a place on. */
export function numbersOf(grid: Grid, anchor: number, from: number): Float32Array {
  const { values, numbers, numberStep, anchorStep } = grid
  const start = anchor * anchorStep
  return Float32Array.from(
    { length: Math.max(0, numbers - from) },
    (_, index) => values[start + (from + index) * numberStep] ?? Number.NaN,
  )
}
