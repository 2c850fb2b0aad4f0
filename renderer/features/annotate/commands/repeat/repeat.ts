import { type Carried, carryShapes } from '#common/annotation/carry'
import { editName } from '#common/annotation/edit-name'
import { isPlaced, type PlacedShape } from '#common/annotation/shape'
import type { Size } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import type { Editor } from '../../editor/editor.ts'
import { isEditable } from '../../model/document/document-state.ts'
import { newShapeId } from '../../model/new-shape.ts'
import { neighbour } from '../../model/queue.ts'
import { copiedShapes } from '../shapes/shapes.ts'
import { carriedSentence, NO_PREVIOUS, NOTHING_THERE } from './words.ts'

/** The shapes of the previous image of the queue, in the places that are empty here. One gesture. */
export async function repeatPrevious(editor: Editor): Promise<void> {
  const laid = await layPrevious(editor)
  if (!laid) return
  const { image, carried } = laid
  if (carried.shapes.length === 0) return say(editor, carriedSentence(carried))
  commitCarried(editor, image, carried.shapes)
  editor.announce(carriedSentence(carried))
}

/** Puts carried shapes onto an image, which need not be the one on screen. */
export function commitCarried(editor: Editor, image: ImageId, shapes: readonly PlacedShape[]): boolean {
  const label = editName('edit-carry-over', { count: shapes.length })
  return editor.documents.commit(image, { label, changes: shapes.map((after) => ({ before: null, after })) })
}

export interface Laid {
  /** The image that it was asked for: another one may be on screen when it is done. */
  readonly image: ImageId
  readonly size: Size
  readonly carried: Carried & Pick<Originals, 'areCopied'>
}

/** The shapes carried over from the previous image; undefined, with a notice, when there are none. */
export async function layPrevious(editor: Editor): Promise<Laid | undefined> {
  editor.settle()
  const { image, queue } = editor.state
  const from = image === undefined ? undefined : neighbour(queue.ids, image, -1)
  if (image === undefined) return undefined
  if (from === undefined || from === image) return say(editor, NO_PREVIOUS)
  const originals = await originalsOf(editor, from)
  if (!originals || originals.shapes.length === 0) return say(editor, NOTHING_THERE)
  return layOnto(editor, image, originals)
}

export function say(editor: Editor, text: string): undefined {
  editor.say({ kind: 'machine', id: 'repeat', text })
  editor.announce(text)
}

/** Shapes of an image that are to be carried to others. */
export interface Originals {
  readonly shapes: readonly PlacedShape[]
  readonly size: Size
  /** They alone were copied; others lie there too. */
  readonly areCopied?: boolean
}

/** The labels of an image as they are now, and its size; undefined when one of them cannot be read. */
export async function originalsOf(editor: Editor, image: ImageId): Promise<Originals | undefined> {
  const [size] = await Promise.all([sizeOf(editor, image), editor.documents.open(image)])
  const view = editor.documents.view(image)
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
  editor: Editor,
  image: ImageId,
  { shapes, size: from, areCopied }: Originals,
): Promise<Laid | undefined> {
  const size = await sizeOf(editor, image)
  const document = editor.documents.view(image)
  if (!size || !isEditable(document)) return undefined
  const ground = { from, to: size, shapes: document.shapes, fresh: newShapeId }
  return { image, size, carried: { ...carryShapes(shapes, ground), ...(areCopied && { areCopied }) } }
}

async function sizeOf({ core }: Editor, image: ImageId): Promise<Size | undefined> {
  return core?.facts(image).catch(() => undefined)
}
