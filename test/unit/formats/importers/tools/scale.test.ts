import { expect, test } from 'vitest'
import { scale } from '#formats/importers/tools/scale'
import { ONE_CRATE, ONE_LEFT_OUT, saidBy } from './kit.ts'

const CRATE = { label: 'crate', left: 20, top: 10, width: 60, height: 40, geometry: 'box' }

function taskOf(annotations: readonly unknown[], image = 'bay.jpg') {
  return { task_id: '1', params: { attachment: `https://example.com/a/${image}?v=2` }, response: { annotations } }
}

test('a list of tasks of Scale AI; one that is not done leaves its image unlabelled', async () => {
  const pending = { ...taskOf([], 'quay.jpg'), response: {} }

  expect(await saidBy(scale, { 'tasks.json': JSON.stringify([taskOf([CRATE]), pending]) })).toEqual(ONE_CRATE)
})

test('a task that does not name its image is called as the image', async () => {
  const task = { task_id: '1', response: { annotations: [CRATE] } }

  const said = await saidBy(scale, { 'bay.jpg': '', 'bay.json': JSON.stringify(task) })

  expect(said.fates).toEqual([['bay', ['crate']]])
})

test('a response without annotations makes a background image', async () => {
  const said = await saidBy(scale, { 'task.json': JSON.stringify(taskOf([])) })

  expect(said.fates).toEqual([['bay.jpg', 'background']])
})

test('a task in another state than completed leaves its image unlabelled', async () => {
  const task = { ...taskOf([]), status: 'canceled' }

  expect((await saidBy(scale, { 'task.json': JSON.stringify(task) })).fates).toEqual([])
})

test.each([
  [{ ...CRATE, type: 'cuboid' }, 'is neither a box nor a polygon; its type is "cuboid"'],
  [{ ...CRATE, rotation: 0.5 }, 'is a rotated box, which is not read from Scale AI'],
])('an annotation that would get another shape is skipped and named (%o)', async (annotation, sentence) => {
  const said = await saidBy(scale, { 'task.json': JSON.stringify(taskOf([annotation, CRATE])) })

  expect(said).toMatchObject({ fates: ONE_LEFT_OUT.fates, problems: [expect.stringContaining(sentence)] })
})

test('one annotation of another kind costs itself alone', async () => {
  const said = await saidBy(scale, { 'task.json': JSON.stringify(taskOf([{ label: 'odd' }, CRATE])) })

  expect(said).toMatchObject(ONE_LEFT_OUT)
})
