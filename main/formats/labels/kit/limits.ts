import { MAX_ATTRIBUTES } from '#common/annotation/named/attribute'
import { at } from '#common/geometry/polygon'
import { ok } from '#common/result'
import {
  annotationBounds,
  importedClassName,
  type PlacedAnnotation,
  type ReadAnnotation,
} from '#core/annotations/read-annotation'
import { type ReadObjects, shorten, unreadable } from './reading.ts'

/** More objects or points on one picture are a mistake or an attack; nobody could edit them. */
const MAX_OBJECTS = 50_000
const MAX_POINTS = 1_000_000

/** Pixels from the corner of the picture; no picture is as large, and sums stay exact. */
const FARTHEST = 1e7

/** What a reader found, under cleaned class names, when it is something that a picture can hold. */
export function withinLimits(objects: readonly ReadAnnotation[]): ReadObjects {
  if (objects.length > MAX_OBJECTS) {
    return unreadable(`it holds ${objects.length} objects; a picture takes at most ${MAX_OBJECTS}`)
  }
  const points = objects.reduce((sum, object) => sum + pointsOf(linesOf(object)), 0)
  if (points > MAX_POINTS) return unreadable(`its objects have ${points} points; a picture takes at most ${MAX_POINTS}`)
  const far = objects.findIndex((object) => !linesOf(object).every(isNear))
  if (far >= 0) {
    const { className = '' } = objects[far] ?? {}
    return unreadable(`object ${far + 1} ("${shorten(className)}") has a corner too far from any picture`)
  }
  const chatty = objects.findIndex(({ said = {} }) => Object.keys(said).length > MAX_ATTRIBUTES)
  if (chatty >= 0) return unreadable(`object ${chatty + 1} has more than ${MAX_ATTRIBUTES} attributes`)
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
  return { ...rest, ...(group !== undefined && !isAlone && { group }), className }
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
