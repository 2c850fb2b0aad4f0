import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ModelRunError } from '../../host/errors.ts'
import type { Tensors } from '../../host/session.ts'
import { readFloats } from '../kit/answers.ts'
import {
  type Classes,
  centredBoxes,
  chooseAnchors,
  chooseRows,
  corneredBoxes,
  type Expected,
  gridOf,
  numbersOf,
  type Proposals,
} from './grid.ts'
import type { YoloLayout } from './layouts.ts'
import type { YoloOutputs } from './outputs.ts'

/** The context in which the outputs for one image are read. */
export interface Reading {
  readonly outputs: YoloOutputs
  /** Least confidence of each class, in the order of the tensor. */
  readonly thresholds: Float32Array
  readonly extras: Extras
}

/** How many numbers follow the classes. */
export interface Extras {
  fits(count: number): boolean
  /** Their name, such as `an angle`; absent where there are none. */
  readonly words?: Message
}

/** The second counts anchors and the third their numbers, or the other way round. */
const AXES = ['images', 'anchors', 'numbers']

type Reader = (tensors: Tensors, reading: Reading) => Proposals

const READERS: Readonly<Record<YoloLayout, Reader>> = {
  v5: readWithObjectness,
  'v7-masks': readWithObjectness,
  v8: readAnchors,
  'v8-turned': readAnchors,
  nas: readScoredBoxes,
  v10: (tensors, reading) => readRows(tensors, reading, corneredBoxes),
  'v10-turned': (tensors, reading) => readRows(tensors, reading, centredBoxes),
  v26: (tensors, reading) => readRows(tensors, reading, corneredBoxes),
  'v26-turned': (tensors, reading) => readRows(tensors, reading, centredBoxes),
}

/** A network's predictions for one image, over the thresholds. Throws a `ModelRunError` for tensors of another shape. */
export function readProposals(layout: YoloLayout, tensors: Tensors, reading: Reading): Proposals {
  return READERS[layout](tensors, reading)
}

function readAnchors(tensors: Tensors, reading: Reading): Proposals {
  const { thresholds } = reading
  return readCentred(tensors, reading, { usualAxis: 1, classes: { first: 4, thresholds } })
}

/** The confidence is that of the class; both it and the objectness must be over the threshold. */
function readWithObjectness(tensors: Tensors, reading: Reading): Proposals {
  const { thresholds } = reading
  return readCentred(tensors, reading, { usualAxis: 2, classes: { first: 5, objectness: 4, thresholds } })
}

interface Arrangement {
  readonly usualAxis: Expected['usualAxis']
  readonly classes: Classes
}

function readCentred(tensors: Tensors, { outputs, extras }: Reading, { usualAxis, classes }: Arrangement): Proposals {
  const behind = classes.first + classes.thresholds.length
  const words = numbersAnd(behind, extras)
  const grid = gridOf(readFloats(tensors, { name: outputs.boxes, dims: AXES }), {
    usualAxis,
    words,
    fits: (numbers) => numbers >= behind && extras.fits(numbers - behind),
  })
  const chosen = chooseAnchors(grid, classes)
  return {
    scores: chosen.scores,
    classes: chosen.classes,
    boxes: centredBoxes(grid, chosen.anchors),
    extrasOf: (place) => numbersOf(grid, chosen.anchors[place] ?? 0, behind),
  }
}

/** The numbers up to the classes, and those behind them. */
function numbersAnd(number: number, { words: more }: Extras): Message {
  return more === undefined ? message('yolo-numbers', { number }) : message('yolo-numbers-and', { number, more })
}

/** Corners in one tensor, scores of the classes in another. */
function readScoredBoxes(tensors: Tensors, { outputs, thresholds }: Reading): Proposals {
  const corners = gridOf(readFloats(tensors, { name: outputs.boxes, dims: AXES }), {
    usualAxis: 2,
    words: message('yolo-corners'),
    fits: (numbers) => numbers === 4,
  })
  const scores = gridOf(readFloats(tensors, { name: outputs.scores ?? '', dims: AXES }), {
    usualAxis: 2,
    words: message('yolo-classes', { number: thresholds.length }),
    fits: (numbers) => numbers === thresholds.length,
  })
  if (corners.anchors !== scores.anchors) {
    throw new ModelRunError(message('yolo-scores-misfit', { boxes: corners.anchors, scores: scores.anchors }))
  }
  const chosen = chooseAnchors(scores, { first: 0, thresholds })
  return {
    scores: chosen.scores,
    classes: chosen.classes,
    boxes: corneredBoxes(corners, chosen.anchors),
    extrasOf: () => new Float32Array(),
  }
}

/** Finished objects; those that reach their threshold count, as every suppression inside a network has it. */
function readRows(tensors: Tensors, reading: Reading, boxesOf: typeof corneredBoxes): Proposals {
  const { outputs, thresholds, extras } = reading
  const grid = gridOf(readFloats(tensors, { name: outputs.boxes, dims: AXES }), {
    usualAxis: 2,
    words: numbersAnd(6, extras),
    fits: (numbers) => numbers >= 6 && extras.fits(numbers - 6),
  })
  const chosen = chooseRows(grid, thresholds)
  return {
    scores: chosen.scores,
    classes: chosen.classes,
    boxes: boxesOf(grid, chosen.anchors),
    extrasOf: (place) => numbersOf(grid, chosen.anchors[place] ?? 0, 6),
  }
}
