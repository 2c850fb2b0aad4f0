import type { Box } from '../../geometry/box.ts'
import type { ClassId, ShapeId } from '../../ids.ts'
import { shapeIou } from '../overlap.ts'
import { type PlacedShape, shapeArea, shapeBounds } from '../shape.ts'
import { type LintedImage, lintsOfShape, type ShapeLint } from './shape-lints.ts'

/** A possible mistake in an annotation. */
export interface Lint {
  /** `far`: copied from another image and refitted far from its old place. The caller that copies reports it. */
  readonly kind: ShapeLint | 'duplicate' | 'unusual-size' | 'far'
  readonly shape: ShapeId
  /** The annotation that a duplicate lies on. */
  readonly other?: ShapeId
}

/** IoU above which two annotations of one class are duplicates. */
const SAME = 0.9

/** Bounds with a smaller IoU cannot belong to duplicates, which keeps the exact comparison rare. */
const NEAR = 0.7

/** Annotations checked between two pauses. */
const SLICE = 40

/**
 * Finds all lints of an image, in drawing order. A generator, so that ten thousand annotations never block a gesture:
 * it yields after every slice, and the caller decides when to continue.
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

/** Cached per shape and image, since a gesture changes few annotations. */
function knownLints(shape: PlacedShape, image: LintedImage): readonly ShapeLint[] {
  const last = known.get(shape)
  if (last?.image === image) return last.kinds
  const kinds = lintsOfShape(shape, image)
  known.set(shape, { image, kinds })
  return kinds
}

/** Returns all lints at once, where no gesture waits. */
export function allLints(shapes: readonly PlacedShape[], image: LintedImage): readonly Lint[] {
  const work = findLints(shapes, image)
  for (let next = work.next(); ; next = work.next()) if (next.done) return next.value
}

/** Lints of a class, cached with the annotations in which they were found. */
interface KnownClass {
  readonly shapes: readonly PlacedShape[]
  readonly lints: readonly Lint[]
}

const knownClasses = new WeakMap<LintedImage, Map<ClassId, KnownClass>>()

/** Finds lints that compare the annotations of a class; cached for classes that no gesture changed. */
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
  /** Natural logarithm of the area in square pixels; undefined for a shape without area. */
  readonly size: number | undefined
}

const measured = new WeakMap<PlacedShape, Placed>()

/** Cached per shape: a gesture leaves nearly all other objects unchanged. */
function placed(shape: PlacedShape): Placed {
  const there = measured.get(shape)
  if (there) return there
  const area = shapeArea(shape)
  const fresh = { shape, bounds: shapeBounds(shape), size: area > 0 ? Math.log(Math.max(1, area)) : undefined }
  measured.set(shape, fresh)
  return fresh
}

/** With annotations sorted by their left edge, only the next few can overlap enough. */
function* duplicates(labels: readonly Placed[], add: (lint: Lint) => void): Generator<undefined, void> {
  const sorted = labels.toSorted((a, b) => a.bounds.x0 - b.bounds.x0)
  for (const [place, one] of sorted.entries()) {
    const { shape, bounds } = one
    // Intervals with an IoU of 70 % start no farther apart than this.
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

/** Reports the upper one, which was usually added second. */
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

/** With fewer annotations of a class there is no usual size. */
const ENOUGH = 12

/** A size is unusual when it differs from the median at least by this factor… */
const TIMES = 8

/** …and by at least this multiple of the median deviation. */
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
