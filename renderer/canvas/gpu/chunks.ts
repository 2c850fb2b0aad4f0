import type { Box } from '#common/geometry/box'
import { commonHead, commonTail } from '../common-ends.ts'
import type { SceneShape } from '../scene.ts'
import { isSame } from '../still/changed.ts'
import { longerSide } from '../still/detail.ts'

/** As many shapes as are drawn with one call. */
export const CHUNK = 256

/** Where the shapes of a chunk lie: what is in the memory of the graphics card for as long as this is the same object. */
export interface Form {
  readonly shapes: readonly SceneShape[]
  readonly bounds: Box
  /** The longer side of the smallest and of the largest shape, in image pixels; marks without extent count as endless. */
  readonly sides: { readonly least: number; readonly most: number }
  /** Whether any shape has points of its own. */
  readonly hasPoints: boolean
}

/** Some shapes that follow each other in drawing order. Their form may be older than they are, never their colours and names. */
export interface Chunk {
  readonly form: Form
  readonly shapes: readonly SceneShape[]
}

/** The shapes in chunks; those in which nothing moved keep their form. */
export function rechunked(before: readonly Chunk[], shapes: readonly SceneShape[]): readonly Chunk[] {
  if (countOf(before) === shapes.length) return inPlace(before, shapes)
  const old = before.flatMap((chunk) => chunk.shapes)
  const common = commonHead(old, shapes, isSame)
  const head = chunksWithin(before, common)
  const tail = chunksWithin(before.toReversed(), commonTail(old, shapes, { head: common, isSame })).toReversed()
  const last = head.at(-1)
  const middle = shapes.slice(countOf(head), shapes.length - countOf(tail))
  // New shapes come last: they fill the last chunk before they start another one.
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

/** The same chunk when nothing in it changed. */
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

/** A mask has a chunk to itself: its outline is long, and a stroke of the brush changes no other. */
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
