import { isSameShape } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import { isPlaced, type PlacedShape, shapeRings } from '#common/annotation/shape'
import type { ImageId } from '#common/ids'
import type { Editor } from '../../editor/editor.ts'
import { canBeFitted } from '../../effects/smart/fit.ts'
import { type Fit, fitShapes } from '../../effects/smart/fit-shapes.ts'
import { setMachine } from '../../effects/smart/machine-task.ts'
import { failureSentence, NO_BOX, tightenedSentence } from '../../effects/smart/words.ts'
import type { Ghost } from '../../model/machine.ts'
import { selectedShapes } from '../shapes/shapes.ts'

/** Draws the selected boxes, or the box that was drawn last, in to what lies in them. One gesture; the old ones stay as ghosts. */
export async function tighten(editor: Editor): Promise<void> {
  editor.settle()
  const { image, frame } = editor.state
  const shapes = boxesMeant(editor)
  if (image === undefined || !frame) return
  if (shapes.length === 0) return say(editor, NO_BOX)
  try {
    const fits = await fitShapes(editor, { kind: 'tighten', image, frame, shapes })
    if (fits) take(editor, image, fits)
  } catch (error) {
    say(editor, failureSentence(error))
  }
}

function boxesMeant(editor: Editor): readonly PlacedShape[] {
  const { selection } = editor.state
  const drawn = editor.document?.known.undo
    .at(-1)
    ?.changes.flatMap(({ before, after }) => (before ? [] : (after ?? [])))
  const last = drawn?.length === 1 ? drawn.filter(isPlaced) : []
  const meant = selection.length > 0 ? selectedShapes(editor) : last
  return meant.filter((shape) => isBox(shape) && canBeFitted(shape) && editor.shape(shape.id) !== undefined)
}

function isBox({ kind }: PlacedShape): boolean {
  return kind === 'box' || kind === 'rotated-box'
}

function take(editor: Editor, image: ImageId, fits: readonly Fit[]): void {
  const { documents } = editor
  const now = new Map(documents.view(image)?.shapes.map((shape) => [shape.id, shape]))
  // Shapes changed by a person meanwhile are left alone.
  const changes = fits.flatMap(({ before, after }) =>
    after && isSameShape(now.get(before.id) ?? null, before) && !isSameShape(before, after) ? [{ before, after }] : [],
  )
  const said = tightenedSentence({ tightened: changes.length, empty: fits.filter(({ after }) => !after).length })
  if (changes.length === 0) return say(editor, said)
  const [first] = changes
  const label =
    changes.length === 1 && first
      ? editName('edit-tighten', { kind: kindName(first.before.kind) })
      : editName('edit-tighten-boxes', { count: changes.length })
  const isTaken =
    image === editor.state.image ? editor.edit({ label, changes }) : documents.commit(image, { label, changes })
  if (!isTaken) return
  editor.announce(said)
  if (image === editor.state.image)
    keepGhosts(
      editor,
      changes.map(({ before }) => before),
    )
}

function keepGhosts(editor: Editor, shapes: readonly PlacedShape[]): void {
  const ghosts = shapes.map(
    (shape): Ghost => ({
      shape: shape.id,
      rings: shapeRings(shape),
      color: editor.namedShape(shape.id)?.label?.color ?? 1,
    }),
  )
  setMachine(editor, { ghosts })
}

function say(editor: Editor, text: string): void {
  editor.say({ kind: 'machine', id: 'tighten', text })
  editor.announce(text)
}
