import { MAX_ATTRIBUTES } from '#common/annotation/named/attribute'
import { refuse } from '#common/errors'
import { at } from '#common/geometry/polygon'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok } from '#common/result'
import {
  annotationBounds,
  importedClassName,
  type PlacedAnnotation,
  type ReadAnnotation,
  spellingOf,
} from '#core/annotation/annotations/read-annotation'
import { type FilePlace, filePlace } from './places.ts'
import { type ReadObjects, shorten } from './reading.ts'

/** More objects or points on one image are a mistake or an attack; nobody could edit them. */
const MAX_OBJECTS = 50_000
const MAX_POINTS = 1_000_000
/** Of one shape: as many as a line of the greatest length names. */
const MAX_SHAPE_POINTS = 250_000

/** Longest line that says one thing, in bytes or characters: the outline of an object with a quarter of a million points. */
export const MAX_LINE = 4 * 1024 * 1024
/** Most empty lines of a file: nobody writes more, and readers would walk through them one by one. */
export const MAX_EMPTY_LINES = 10_000
/** A file of nothing but white space is empty up to this length, and damaged beyond it. */
const MAX_BLANK = 1024

/** Why a file whose lines each say one thing is not read; undefined where its lines are within the limits. */
export function faultInLines(text: string): LineFault | undefined {
  let [line, start, empty] = [1, 0, 0]
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (end - start > MAX_LINE) return { line, reason: TOO_LONG }
    if (text.slice(start, end).trim() === '') empty += 1
    if (empty > MAX_EMPTY_LINES) return { line, reason: TOO_EMPTY }
    ;[line, start] = [line + 1, end + 1]
  }
  if (text.length > MAX_BLANK && !/\S/.test(text)) return { line: 1, reason: BLANK }
  return undefined
}

export interface LineFault {
  /** From 1. */
  readonly line: number
  readonly reason: Message
}

const TOO_LONG = message('line-too-long', { most: MAX_LINE })
const TOO_EMPTY = message('too-many-empty-lines', { most: String(MAX_EMPTY_LINES) })
const BLANK = message('file-only-white-space')

/** The refusal of more points than anybody could edit in one shape. */
export function tooManyPoints(place: FilePlace, points: number): ReturnType<typeof refuse> | undefined {
  if (points <= MAX_SHAPE_POINTS) return undefined
  return refuse('shape-too-many-points', { place, points, most: MAX_SHAPE_POINTS })
}

/** Pixels from the corner of the image; no image is as large, and sums stay exact. */
const FARTHEST = 1e7

/** A reader's findings, under cleaned class names, when an image can hold them. */
export function withinLimits(objects: readonly ReadAnnotation[]): ReadObjects {
  if (objects.length > MAX_OBJECTS) {
    return refuse('image-too-many-objects', { count: objects.length, most: MAX_OBJECTS })
  }
  const counts = objects.map((object) => pointsOf(linesOf(object)))
  for (const [index, count] of counts.entries()) {
    const large = tooManyPoints(filePlace('object', index + 1), count)
    if (large) return large
  }
  const points = counts.reduce((sum, count) => sum + count, 0)
  if (points > MAX_POINTS) return refuse('image-too-many-points', { points, most: MAX_POINTS })
  const far = objects.findIndex((object) => !linesOf(object).every(isNear))
  if (far >= 0) {
    const { className = '' } = objects[far] ?? {}
    return refuse('corner-too-far', { number: far + 1, name: shorten(className) })
  }
  const chatty = objects.findIndex(({ said = {} }) => Object.keys(said).length > MAX_ATTRIBUTES)
  if (chatty >= 0) return refuse('object-too-many-attributes', { number: chatty + 1, most: MAX_ATTRIBUTES })
  const groups = sharedGroups(objects)
  return ok(objects.map((object) => cleaned(object, groups)))
}

/** Files give a number of a group to what is alone as well. */
function sharedGroups(objects: readonly ReadAnnotation[]): ReadonlySet<string> {
  const [all, shared] = [new Set<string>(), new Set<string>()]
  for (const { group } of objects) {
    if (group === undefined) continue
    if (all.has(group)) shared.add(group)
    all.add(group)
  }
  return shared
}

/** Nearly all names are clean and most objects in no group; an object is not copied for nothing. */
function cleaned(object: ReadAnnotation, groups: ReadonlySet<string>): ReadAnnotation {
  const className = importedClassName(object.className)
  const isAlone = object.group !== undefined && !groups.has(object.group)
  if (className === object.className && !isAlone) return object
  const { group, ...rest } = object
  const spelling = spellingOf(object.className)
  const told = {
    ...(group !== undefined && !isAlone && { group }),
    ...(spelling !== undefined && { spelled: [spelling] }),
  }
  return { ...rest, ...told, className }
}

function pointsOf(rings: readonly (readonly number[])[]): number {
  return rings.reduce((sum, ring) => sum + ring.length / 2, 0)
}

function linesOf(object: ReadAnnotation): readonly (readonly number[])[] {
  switch (object.kind) {
    case 'whole':
    case 'text':
      return []
    case 'polygon':
      return object.rings
    case 'polyline':
      return [object.points]
    case 'keypoints':
      return [cornersOf(object), object.points.flatMap(({ x, y }) => [x, y])]
    case 'box':
    case 'rotated-box':
    case 'point':
    case 'mask':
      return [cornersOf(object)]
  }
}

function cornersOf(object: PlacedAnnotation): readonly number[] {
  const { x0, y0, x1, y1 } = annotationBounds(object)
  return [x0, y0, x1, y1]
}

function isNear(line: readonly number[]): boolean {
  for (let i = 0; i < line.length; i += 1) if (!(Math.abs(at(line, i)) <= FARTHEST)) return false
  return true
}
