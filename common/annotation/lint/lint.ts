import type { Box } from '../../geometry/box.ts'
import type { ClassId, ShapeId } from '../../ids.ts'
import { shapeIou } from '../overlap.ts'
import { type PlacedShape, shapeArea, shapeBounds } from '../shape.ts'
import { type LintedImage, lintsOfShape, type ShapeLint } from './shape-lints.ts'

/** Something about a label that deserves a look. */
export interface Lint {
  /** `far`: carried over from another image, and fitted to something that lies elsewhere. Who carries it says so. */
  readonly kind: ShapeLint | 'duplicate' | 'unusual-size' | 'far'
  readonly shape: ShapeId
  /** Of a duplicate: the label that it lies on. */
  readonly other?: ShapeId
}

/** Labels of one class that share more than this are one thing labelled twice. */
const SAME = 0.9

/** Bounds that share less than this cannot belong to such a pair; it keeps the exact comparison rare. */
const NEAR = 0.7

/** Looked at between two rests. */
const SLICE = 40

/**
 * Everything in an image that deserves a look, in drawing order. A generator, so that ten thousand labels never stop the hand: it rests
 * after every slice, and whoever runs it decides when it goes on.
 */
export function* findLints(shapes: readonly PlacedShape[], image: LintedImage): Generator<undefined, readonly Lint[]> {
  const found = new Map<ShapeId, Lint[]>()
  const add = (lint: Lint) => found.set(lint.shape, [...(found.get(lint.shape) ?? []), lint])
  for (const [place, shape] of shapes.entries()) {
    for (const kind of knownLints(shape, image)) add({ kind, shape: shape.id })
    if (place % SLICE === SLICE - 1) yield
  }
  for (const [classId, same] of Map.groupBy(shapes, ({ classId }) => classId)) {
    const lints = yield* lintsOfClass(classId, same, image)
    lints.forEach(add)
  }
  return shapes.flatMap(({ id }) => found.get(id) ?? [])
}

const known = new WeakMap<PlacedShape, { readonly image: LintedImage; readonly kinds: readonly ShapeLint[] }>()

/** A gesture changes few labels: what was said of the others holds for as long as they are looked at in the same image. */
function knownLints(shape: PlacedShape, image: LintedImage): readonly ShapeLint[] {
  const last = known.get(shape)
  if (last?.image === image) return last.kinds
  const kinds = lintsOfShape(shape, image)
  known.set(shape, { image, kinds })
  return kinds
}

/** The same at once, where no hand waits. */
export function allLints(shapes: readonly PlacedShape[], image: LintedImage): readonly Lint[] {
  const work = findLints(shapes, image)
  for (let next = work.next(); ; next = work.next()) if (next.done) return next.value
}

/** Lints of a class, kept with the annotations that they were found in. */
interface KnownClass {
  readonly shapes: readonly PlacedShape[]
  readonly lints: readonly Lint[]
}

const knownClasses = new WeakMap<LintedImage, Map<ClassId, KnownClass>>()

/** Lints that only the annotations of a class together show; kept for a class that no gesture touched. */
function* lintsOfClass(
  classId: ClassId,
  shapes: readonly PlacedShape[],
  image: LintedImage,
): Generator<undefined, readonly Lint[]> {
  const classes = knownClasses.get(image) ?? new Map<ClassId, KnownClass>()
  knownClasses.set(image, classes)
  const last = classes.get(classId)
  if (last?.shapes.length === shapes.length && shapes.every((shape, place) => shape === last.shapes[place]))
    return last.lints
  const labels: Placed[] = []
  for (const shape of shapes) {
    labels.push(placed(shape))
    if (labels.length % SLICE === 0) yield
  }
  const lints = [...unusualSizes(labels)]
  yield
  yield* duplicates(labels, (lint) => lints.push(lint))
  classes.set(classId, { shapes, lints })
  return lints
}

interface Placed {
  readonly shape: PlacedShape
  readonly bounds: Box
  /** Natural logarithm of its square pixels; undefined where it encloses none. */
  readonly size: number | undefined
}

const measured = new WeakMap<PlacedShape, Placed>()

/** Measured once a shape: a gesture leaves nearly all others the same objects. */
function placed(shape: PlacedShape): Placed {
  const there = measured.get(shape)
  if (there) return there
  const area = shapeArea(shape)
  const fresh = { shape, bounds: shapeBounds(shape), size: area > 0 ? Math.log(Math.max(1, area)) : undefined }
  measured.set(shape, fresh)
  return fresh
}

/** Sorted by their left edge only the next few can share enough. */
function* duplicates(labels: readonly Placed[], add: (lint: Lint) => void): Generator<undefined, void> {
  const sorted = labels.toSorted((a, b) => a.bounds.x0 - b.bounds.x0)
  for (const [place, one] of sorted.entries()) {
    const { shape, bounds } = one
    // Intervals that share 70 % of their union start no further apart than this.
    const last = bounds.x0 + ((bounds.x1 - bounds.x0) * (1 - NEAR)) / NEAR
    for (let next = place + 1; next < sorted.length; next++) {
      const other = sorted[next]
      if (!other || other.bounds.x0 > last) break
      if (isSame(one, other)) add(upper(shape, other.shape))
    }
    if (place % SLICE === SLICE - 1) yield
  }
}

function isSame(a: Placed, b: Placed): boolean {
  return a.shape.kind === b.shape.kind && boundsIou(a.bounds, b.bounds) > NEAR && shapeIou(a.shape, b.shape) > SAME
}

/** The one above is the second one, as a rule. */
function upper(a: PlacedShape, b: PlacedShape): Lint {
  const [lower, above] = a.z <= b.z ? [a, b] : [b, a]
  return { kind: 'duplicate', shape: above.id, other: lower.id }
}

function boundsIou(a: Box, b: Box): number {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  if (width <= 0 || height <= 0) return 0
  const both = (a.x1 - a.x0) * (a.y1 - a.y0) + (b.x1 - b.x0) * (b.y1 - b.y0)
  return (width * height) / (both - width * height)
}

/** With fewer labels of a class nobody can tell what is usual. */
const ENOUGH = 12

/** A size is unusual when it is at least this many times larger or smaller than the middle one… */
const TIMES = 8

/** …and lies further from it than so many times the middle distance. */
const SPREADS = 6

function unusualSizes(labels: readonly Placed[]): readonly Lint[] {
  const sizes = Float64Array.from(labels.flatMap(({ size }) => size ?? []))
  if (sizes.length < ENOUGH) return []
  const usual = median(sizes)
  const spread = median(sizes.map((size) => Math.abs(size - usual)))
  const limit = Math.max(Math.log(TIMES), SPREADS * spread)
  return labels.flatMap(({ shape, size = usual }) =>
    Math.abs(size - usual) > limit ? [{ kind: 'unusual-size' as const, shape: shape.id }] : [],
  )
}

function median(values: Float64Array): number {
  const sorted = values.toSorted()
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
