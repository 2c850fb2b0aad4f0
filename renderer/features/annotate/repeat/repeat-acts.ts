import { type Carried, carryShapes } from '#common/annotation/carry'
import { isPlaced, type PlacedShape } from '#common/annotation/shape'
import type { Size } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import { act } from '#renderer/kit/words/acts'
import { isEditable } from '../document/document-state.ts'
import { neighbour } from '../queue/queue.ts'
import { newShapeId } from '../workbench/new-shape.ts'
import { copiedShapes } from '../workbench/shape-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { carriedSentence, NO_PREVIOUS, NOTHING_THERE } from './words.ts'

/** The shapes of the previous image of the queue, in the places that are empty here. One gesture. */
export async function repeatPrevious(bench: Workbench): Promise<void> {
  const laid = await layPrevious(bench)
  if (!laid) return
  const { image, carried } = laid
  if (carried.shapes.length === 0) return say(bench, carriedSentence(carried))
  commitCarried(bench, image, carried.shapes)
  bench.announce(carriedSentence(carried))
}

/** Puts carried shapes onto an image, which need not be the one on screen. */
export function commitCarried(bench: Workbench, image: ImageId, shapes: readonly PlacedShape[]): boolean {
  const label = act('Carry over {{count}} shapes', { count: shapes.length })
  return bench.documents.commit(image, { label, changes: shapes.map((after) => ({ before: null, after })) })
}

export interface Laid {
  /** The image that it was asked for: another one may be on screen when it is done. */
  readonly image: ImageId
  readonly size: Size
  readonly carried: Carried & Pick<Originals, 'areCopied'>
}

/** What would be carried over from the previous image; undefined, and said, when there is nothing. */
export async function layPrevious(bench: Workbench): Promise<Laid | undefined> {
  bench.settle()
  const { image, queue } = bench.bench
  const from = image === undefined ? undefined : neighbour(queue.ids, image, -1)
  if (image === undefined) return undefined
  if (from === undefined || from === image) return say(bench, NO_PREVIOUS)
  const originals = await originalsOf(bench, from)
  if (!originals || originals.shapes.length === 0) return say(bench, NOTHING_THERE)
  return layOnto(bench, image, originals)
}

export function say(bench: Workbench, text: string): undefined {
  bench.say({ kind: 'machine', id: 'repeat', text })
  bench.announce(text)
}

/** Shapes of an image that are to be carried to others. */
export interface Originals {
  readonly shapes: readonly PlacedShape[]
  readonly size: Size
  /** They alone were copied; others lie there too. */
  readonly areCopied?: boolean
}

/** The labels of an image as they are now, and its size; undefined when one of them cannot be read. */
export async function originalsOf(bench: Workbench, image: ImageId): Promise<Originals | undefined> {
  const [size] = await Promise.all([sizeOf(bench, image), bench.documents.open(image)])
  const view = bench.documents.view(image)
  if (view?.load !== 'ready' || !size) return undefined
  const all = view.shapes.filter(isPlaced)
  const shapes = copiedOf(all)
  return { shapes, size, areCopied: shapes.length < all.length }
}

/** Where shapes of that image were copied, they alone are meant. */
function copiedOf(shapes: readonly PlacedShape[]): readonly PlacedShape[] {
  const copied = new Set(copiedShapes().map(({ id }) => id))
  const chosen = shapes.filter(({ id }) => copied.has(id))
  return chosen.length > 0 ? chosen : shapes
}

/** How shapes would lie on an image; undefined when it cannot be edited. */
export async function layOnto(
  bench: Workbench,
  image: ImageId,
  { shapes, size: from, areCopied }: Originals,
): Promise<Laid | undefined> {
  const size = await sizeOf(bench, image)
  const document = bench.documents.view(image)
  if (!size || !isEditable(document)) return undefined
  const ground = { from, to: size, shapes: document.shapes, fresh: newShapeId }
  return { image, size, carried: { ...carryShapes(shapes, ground), ...(areCopied && { areCopied }) } }
}

async function sizeOf({ core }: Workbench, image: ImageId): Promise<Size | undefined> {
  return core?.facts(image).catch(() => undefined)
}
