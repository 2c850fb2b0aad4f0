import type { Box } from '#common/geometry/box'
import { commonHead, commonTail } from '../common-ends.ts'
import type { SceneShape } from '../scene.ts'
import { isSame } from '../still/changed.ts'
import { longerSide } from '../still/detail.ts'

/** Number of shapes drawn with one call. */
export const CHUNK = 256

/** Geometry of the shapes of a chunk. The buffers on the GPU are kept for as long as this object is. */
export interface Form {
  readonly shapes: readonly SceneShape[]
  readonly bounds: Box
  /** Longer sides of the smallest and the largest shape, in image pixels. Points count as infinitely large. */
  readonly sides: { readonly least: number; readonly most: number }
  /** Whether any shape has keypoints. */
  readonly hasPoints: boolean
}

/** Consecutive shapes in drawing order. The form may lag behind the shapes, but not their colors and ids. */
export interface Chunk {
  readonly form: Form
  readonly shapes: readonly SceneShape[]
}

/** Splits the shapes into chunks. Chunks in which nothing moved keep their form. */
export function rechunked(before: readonly Chunk[], shapes: readonly SceneShape[]): readonly Chunk[] {
  if (countOf(before) === shapes.length) return inPlace(before, shapes)
  const old = before.flatMap((chunk) => chunk.shapes)
  const common = commonHead(old, shapes, isSame)
  const head = chunksWithin(before, common)
  const tail = chunksWithin(before.toReversed(), commonTail(old, shapes, { head: common, isSame })).toReversed()
  const last = head.at(-1)
  const middle = shapes.slice(countOf(head), shapes.length - countOf(tail))
  // New shapes come last: they fill the last chunk before a new one is started.
  if (!last || middle.length === 0 || last.shapes.length + middle.length > CHUNK)
    return [...head, ...chunked(middle), ...tail]
  return [...head.slice(0, -1), ...chunked([...last.shapes, ...middle]), ...tail]
}

function inPlace(before: readonly Chunk[], shapes: readonly SceneShape[]): readonly Chunk[] {
  let from = 0
  return before.map((chunk) => {
    const slice = shapes.slice(from, from + chunk.shapes.length)
    from += chunk.shapes.length
    return withShapes(chunk, slice)
  })
}

/** Returns the chunk with these shapes, or the same chunk when nothing changed. */
function withShapes(chunk: Chunk, shapes: readonly SceneShape[]): Chunk {
  if (shapes.every((shape, place) => shape === chunk.shapes[place])) return chunk
  return hasForm(shapes, chunk.form) ? { form: chunk.form, shapes } : chunkOf(shapes)
}

function hasForm(shapes: readonly SceneShape[], form: Form): boolean {
  return shapes.every((shape, place) => {
    const old = form.shapes[place]
    if (!old || old === shape) return old === shape
    return old.rings === shape.rings && old.mask === shape.mask && old.skeleton?.points === shape.skeleton?.points
  })
}

function chunksWithin(chunks: readonly Chunk[], count: number): readonly Chunk[] {
  let left = count
  const end = chunks.findIndex(({ shapes }) => {
    left -= shapes.length
    return left < 0
  })
  return end === -1 ? chunks : chunks.slice(0, end)
}

function countOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { shapes }) => sum + shapes.length, 0)
}

/** Each mask gets a chunk of its own: its outline is long, and a brush stroke changes no other mask. */
function chunked(shapes: readonly SceneShape[]): readonly Chunk[] {
  const chunks: SceneShape[][] = []
  for (const shape of shapes) {
    const last = chunks.at(-1)
    const isOpen = last && last.length < CHUNK && !shape.mask && !last.at(-1)?.mask
    if (isOpen) last.push(shape)
    else chunks.push([shape])
  }
  return chunks.map(chunkOf)
}

function chunkOf(shapes: readonly SceneShape[]): Chunk {
  return {
    shapes,
    form: {
      shapes,
      bounds: boundsOf(shapes),
      sides: sidesOf(shapes),
      hasPoints: shapes.some(({ skeleton }) => skeleton),
    },
  }
}

function sidesOf(shapes: readonly SceneShape[]): Form['sides'] {
  let [least, most] = [Infinity, 0]
  for (const { bounds } of shapes) {
    const side = longerSide(bounds) || Infinity
    least = Math.min(least, side)
    most = Math.max(most, side)
  }
  return { least, most }
}

function boundsOf(shapes: readonly SceneShape[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { bounds } of shapes) {
    x0 = Math.min(x0, bounds.x0)
    y0 = Math.min(y0, bounds.y0)
    x1 = Math.max(x1, bounds.x1)
    y1 = Math.max(y1, bounds.y1)
  }
  return { x0, y0, x1, y1 }
}
