import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfCentre, type Labelled, polygonOf, rectangleOf, smallestRectangleOf, toPixels } from '../kit/geometry.ts'
import { classNameOf, type Line, type TextContext, type TextFormat } from '../kit/lines.ts'
import { isInPixels, numberOf, readEvery, readNumbers, shorten } from '../kit/reading.ts'
import { scored } from '../kit/score.ts'
import { type Pose, readPose } from './darknet-pose.ts'

/**
 * Darknet and YOLO text: a line for each object, a class number and shares of the image's width and height. Five numbers are a
 * box (center and size), a sixth is its confidence; nine are a rectangle by its corners, where they are those of one; other lines of seven and more are a polygon. No line at all: nothing to label.
 */
export const darknet: TextFormat = {
  id: 'darknet',
  recognises: isOfNumbers,
  read: (lines, context) => readEvery(lines, (line) => readDarknetLine(line, context)),
}

/** A line of 10 MB is looked at without a group that repeats as often as its numbers: expressions have a stack too. */
function isOfNumbers(line: string): boolean {
  return /^\d[-+\d.e]*(?:\s+[-+\d.e]+){4}(?:\s|$)/i.test(line) && !/[^-+\d.e\s]/i.test(line) && isClassNumber(line)
}

/** Programs that write all of a line with one format make a `1.0` or `1.000e+00` of class 1. */
function isClassNumber(line: string): boolean {
  const number = numberOf(/^\S{1,40}(?=\s|$)/.exec(line)?.[0])
  return number !== undefined && Number.isInteger(number) && number >= 0 && number < 1_000_000
}

/** Whether a line is of the kind, and not of another kind that has pixels behind a class that is called by a number. */
export function isDarknetLine(line: string): boolean {
  return darknet.recognises(line) && !isInPixels(line.split(/\s+/).slice(1))
}

/** The context in which a line is read. */
interface LineContext extends Pick<TextContext, 'labelmap' | 'frame'> {
  /** Where objects have points. */
  readonly pose?: Pose | undefined
  /** Whether four corners stand for the smallest rectangle around them, as in sets of oriented boxes. */
  readonly isOriented?: boolean | undefined
}

/** The object of one line; lines with more than six numbers are outlines unless objects have points. */
export function readDarknetLine({ line, place }: Line, context: LineContext): Result<ReadAnnotation, Refusal> {
  const [index = '', ...words] = line.split(/\s+/)
  if (!isClassNumber(index)) {
    return refuse('class-number-expected', { place, text: shorten(index) })
  }
  const numbers = readNumbers(words, place)
  if (!numbers.ok) return numbers
  const { labelmap, frame, pose, isOriented } = context
  const labelled = { className: classNameOf(index, labelmap), place }
  if (pose && words.length > 5) return readPose(labelled, numbers.value, { frame, pose })
  const pixels = toPixels(numbers.value, frame, place)
  if (!pixels.ok) return pixels
  if (isOriented && words.length === 8) return smallestRectangleOf(labelled, pixels.value, SLACK)
  const object = placeObject(labelled, pixels.value)
  return numbers.value.length === 5 ? scored(object, numbers.value[4]) : object
}

/** Pixels: shares have six digits or more. An outline of four corners that is a rectangle by chance is as well kept as one. */
const SLACK = 0.05

function placeObject(labelled: Labelled, numbers: readonly number[]): Result<ReadAnnotation, Refusal> {
  const { length } = numbers
  if (length === 8) return rectangleOf(labelled, numbers, SLACK)
  if (length >= 6 && length % 2 === 0) return polygonOf(labelled, [numbers])
  const [x, y, width, height] = numbers
  if (length > 5 || x === undefined || y === undefined || width === undefined || height === undefined) {
    return refuse('darknet-count-differs', { place: labelled.place, count: length + 1 })
  }
  return boxOfCentre(labelled, { x, y, width, height })
}
