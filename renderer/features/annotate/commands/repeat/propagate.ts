import { isSameShape } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { isPlaced, type PlacedShape } from '#common/annotation/shape'
import type { ImageId } from '#common/ids'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { runMachineTask } from '../../effects/smart/machine-task.ts'
import type { EditorState } from '../../model/editor-state.ts'
import { placeOf } from '../../model/queue.ts'
import { selectedShapes } from '../shapes/shapes.ts'
import { commitCarried, layOnto, say } from './repeat.ts'
import { forwardSentence, takenBackSentence } from './words.ts'

/** The shapes to carry: the selected ones, or all. */
export function shapesToCarry(editor: Editor): readonly PlacedShape[] {
  const selected = selectedShapes(editor)
  return selected.length > 0 ? selected : (editor.document?.shapes.filter(isPlaced) ?? [])
}

/** The next images of the queue. */
export function following({ queue, image }: EditorState): readonly ImageId[] {
  return image === undefined ? [] : queue.ids.slice(placeOf(queue.ids, image) + 1)
}

interface CarriedTo {
  readonly image: ImageId
  readonly shapes: readonly PlacedShape[]
}

/** Carries shapes to the next images of the queue, into the places that are empty there. The undo takes all of it back. */
export async function carryForward(editor: Editor, count: number): Promise<void> {
  editor.settle()
  const { frame } = editor.state
  const shapes = shapesToCarry(editor)
  const images = following(editor.state).slice(0, count)
  if (!frame || shapes.length === 0) return
  const carried: CarriedTo[] = []
  await runMachineTask(editor, { kind: 'propagate', items: images }, async (image) => {
    await editor.documents.open(image)
    const laid = await layOnto(editor, image, { shapes, size: frame })
    if (!laid || laid.carried.shapes.length === 0) return
    if (commitCarried(editor, image, laid.carried.shapes)) carried.push({ image, shapes: laid.carried.shapes })
  })
  sayCarried(editor, carried)
}

function sayCarried(editor: Editor, carried: readonly CarriedTo[]): void {
  const count = carried.reduce((sum, { shapes }) => sum + shapes.length, 0)
  const text = forwardSentence({ images: carried.length, shapes: count })
  if (carried.length === 0) return say(editor, text)
  const undo = { label: t('Undo'), onPress: () => void takeBack(editor, carried) }
  editor.say({ kind: 'machine', id: 'propagate', text, action: undo })
  editor.announce(text)
}

/** Removes the carried shapes again from every image on which none of them has been changed. */
async function takeBack(editor: Editor, carried: readonly CarriedTo[]): Promise<void> {
  let back = 0
  await runMachineTask(editor, { kind: 'propagate', items: carried }, async ({ image, shapes }) => {
    await editor.documents.open(image)
    const now = new Map(editor.documents.view(image)?.shapes.map((shape) => [shape.id, shape]))
    if (!shapes.every((shape) => isSameShape(now.get(shape.id) ?? null, shape))) return
    const changes = shapes.map((before) => ({ before, after: null }))
    if (editor.documents.commit(image, { label: editName('edit-remove-carried'), changes })) back += 1
  })
  say(editor, takenBackSentence(back, carried.length))
}
