import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edit } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import { type History, perform, redo, startHistory, undo } from '#common/annotation/history'
import { boxShape, editSequences, inDrawingOrder, polygonShape } from '#test/unit/common/annotation/shapes'

const BOX = boxShape(1, 2, 3, 4)
const DRAW: Edit = { label: editName('edit-draw', { kind: kindName('box') }), changes: [{ before: null, after: BOX }] }

test('undoing everything and redoing everything passes through the same documents', () => {
  fc.assert(
    fc.property(editSequences, (edits) => {
      const start = startHistory(inDrawingOrder(BOX, polygonShape([0, 0, 4, 0, 4, 4])))
      const end = edits.reduce((history, edit) => taken(perform(history, edit)), start)

      const undone = edits.reduce((history) => taken(undo(history)), end)
      const redone = edits.reduce((history) => taken(redo(history)), undone)

      expect(undone.document).toEqual(start.document)
      expect(redone).toEqual(end)
    }),
  )
})

test('a new gesture forgets what had been undone', () => {
  const drawn = taken(perform(startHistory([]), DRAW))
  const again = taken(perform(taken(undo(drawn)), DRAW))

  expect(again.undone).toEqual([])
  expect(taken(redo(again))).toEqual(again)
})

test('nothing is undone in a new document', () => {
  expect(undo(startHistory([BOX]))).toEqual({ ok: true, value: startHistory([BOX]) })
})

test('a gesture that does not fit the document is refused', () => {
  expect(perform(startHistory([BOX]), DRAW)).toEqual({ ok: false, error: { kind: 'edit-conflict', shapeId: BOX.id } })
})

function taken(result: ReturnType<typeof perform>): History {
  if (!result.ok) throw new Error(`The gesture does not fit shape ${result.error.shapeId}`)
  return result.value
}
