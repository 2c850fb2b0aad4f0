import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Edit } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import { Shape } from '#common/annotation/shape'
import type { Sketch } from '#common/annotation/sketch'
import type { Refusal } from '#common/errors'
import { type ClassId, ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { upload, uploadLabelled } from '../kit/dataset.ts'
import { inWords } from '../kit/in-words.ts'
import { type TestStation, testStation } from '../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

let projects = 0

/** An image of 64 × 48 pixels, and what a window does to it. */
async function openEncoded() {
  projects += 1
  const { services, workspace } = station
  const { annotations } = services
  const project = valueOf(
    await services.projects.create(workspace, { name: `History ${projects}`, type: 'object-detection' }),
  )
  const label = valueOf(await services.projects.createClass(project, 'crate'))
  const image = ImageId.parse(await upload(station, project.slug))
  const open = async () => valueOf(await annotations.open(project, image))
  const at = async (by?: string) => ({ image, revision: (await open()).revision, by })
  return {
    project,
    image,
    label,
    open,
    commit: async (edit: Edit, by?: string) => valueOf(await annotations.commit(project, await at(by), edit)),
    undo: async () => valueOf(await annotations.undo(project, await at())),
    redo: async () => valueOf(await annotations.redo(project, await at())),
    markDone: async () => valueOf(await annotations.setState(project, await at(), { done: true, isNull: false })),
    history: async () => valueOf(await annotations.history(project, image, { offset: 0, limit: 100 })).rows,
    past: (operation: number) => annotations.past(project, image, operation),
    keep: async (sketch: Sketch | null) => valueOf(await annotations.keepSketch(project, image, sketch)),
  }
}

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

function box(classId: ClassId, id: string, x0 = 1): Shape {
  const place = { x0, y0: 1, x1: x0 + 9, y1: 10 }
  return Shape.parse({ id: id.padEnd(8, '0'), classId, z: 0, origin: 'hand', kind: 'box', box: place })
}

const DRAWN = editName('edit-draw', { kind: kindName('box') })
const draw = (after: Shape): Edit => ({
  label: editName('edit-draw', { kind: kindName('box') }),
  changes: [{ before: null, after }],
})

test('the log tells every operation with who did it, newest first, also what was undone and given up for something else', async () => {
  const image = await openEncoded()
  await image.commit(draw(box(image.label.id, 'first')), 'Ada')
  await image.commit(draw(box(image.label.id, 'second')))
  await image.undo()
  await image.commit(draw(box(image.label.id, 'third')))
  await image.undo()
  await image.markDone()

  const rows = await image.history()

  expect(rows.map(({ kind, name, standing, shapes, by }) => ({ kind, name, standing, shapes, by: by.name }))).toEqual([
    { kind: 'state', name: editName('edit-done'), standing: null, shapes: 0, by: '' },
    { kind: 'undo', name: DRAWN, standing: null, shapes: 1, by: '' },
    { kind: 'edit', name: DRAWN, standing: 'undone', shapes: 1, by: '' },
    { kind: 'undo', name: DRAWN, standing: null, shapes: 1, by: '' },
    { kind: 'edit', name: DRAWN, standing: 'gone', shapes: 1, by: '' },
    { kind: 'edit', name: DRAWN, standing: 'applied', shapes: 1, by: 'Ada' },
  ])
  expect(rows.every(({ madeAt }) => Math.abs(Date.parse(madeAt) - Date.now()) < 60_000)).toBe(true)
})

test('the labels after each operation can be looked at, whatever was undone and repeated since', async () => {
  const image = await openEncoded()
  const { id } = image.label
  const [first, moved, second] = [box(id, 'first'), box(id, 'first', 20), box(id, 'second')]
  await image.commit(draw(first))
  await image.commit({
    label: editName('edit-move', { kind: kindName('box') }),
    changes: [{ before: first, after: moved }],
  })
  await image.undo()
  await image.commit(draw(second))
  await image.undo()
  await image.redo()
  await image.markDone()

  const rows = await image.history()
  const states = await Promise.all(
    rows.map(async ({ id: operation }) => {
      return valueOf(await image.past(operation)).map((shape) =>
        shape.kind === 'box' ? `${shape.id} ${shape.box.x0}` : shape.id,
      )
    }),
  )

  const both = ['first000 1', 'second00 1']
  expect(states.toReversed()).toEqual([
    ['first000 1'],
    ['first000 20'],
    ['first000 1'],
    both,
    ['first000 1'],
    both,
    both,
  ])
})

test('an entry that the history of an image does not have is refused', async () => {
  const [image, other] = [await openEncoded(), await openEncoded()]
  await other.commit(draw(box(other.label.id, 'first')))
  const operation = (await other.history())[0]?.id ?? 0

  const asked = await image.past(operation)

  expect(inWords(asked)).toMatchObject({ ok: false, error: { reason: 'operation-not-found' } })
})

test('labels over the management API stand in the log as those of a program', async () => {
  const { project } = await openEncoded()
  const image = ImageId.parse(await uploadLabelled(station, project.slug))

  const { rows } = valueOf(await station.services.annotations.history(project, image, { offset: 0, limit: 10 }))

  expect(rows).toMatchObject([
    { name: editName('edit-import'), by: { kind: 'program' }, standing: 'applied', shapes: 1 },
  ])
})

test('an unfinished drawing waits on its image until it is finished or given up', async () => {
  const image = await openEncoded()
  const corners = [1, 1, 20, 3]

  await image.keep({ tool: 'polygon', points: corners })
  expect((await image.open()).sketch).toEqual({ tool: 'polygon', points: corners })

  await image.keep({ tool: 'polygon', points: [...corners, 9, 9] })
  expect((await image.open()).sketch).toEqual({ tool: 'polygon', points: [...corners, 9, 9] })

  await image.keep(null)
  expect((await image.open()).sketch).toBeNull()
})
