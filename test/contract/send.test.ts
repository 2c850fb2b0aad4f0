import { expect, test } from 'vitest'
import { saidByNames } from '#common/annotation/named/values'
import { brand } from '#common/border'
import { ImageId } from '#common/ids'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import {
  add,
  BOAT,
  contents,
  label,
  labelledProject,
  OTHERS,
  projectIn,
  send,
  twoStations,
  valueOf,
  WAVE,
} from '../kit/sent-projects.ts'

/** An annotation without its station marks. */
function bare(object: ReadAnnotation) {
  const { own: _, ...label } = object
  return label
}

test('a sent project has the same images, splits, batches, labels and tags at the other machine', async () => {
  const { here, there } = await twoStations()
  const { project } = await labelledProject(here)

  const task = await send(here, project)

  expect(await contents(there, 'night-boats')).toEqual(await contents(here, project.slug))
  expect(task).toMatchObject({
    kind: 'send',
    title: { english: expect.stringMatching(/^Send Night Boats to 127\.0\.0\.1:\d+$/) },
    status: 'completed',
    progress: { current: 3, total: 3 },
    result: {
      project: 'night-boats',
      pictures: { sent: 3, there: 0 },
      labelled: { sent: 2, there: 0 },
      inOtherSplit: 0,
    },
  })
})

test('labels of every kind are the same at the other machine, which knows them when they are sent again', async () => {
  const { here, there } = await twoStations()
  const project = await projectIn(here)
  await label(here, project, await add(here, project), [BOAT, ...OTHERS])

  await send(here, project)
  const again = await send(here, project)

  const [{ annotation = [] } = {}] = (await contents(there, 'night-boats')).images
  expect(annotation.map(({ kind }) => kind)).toEqual(['box', 'rotated-box', 'polyline', 'point', 'mask'])
  expect(annotation.map(bare)).toMatchObject({ 2: OTHERS[1], 4: OTHERS[3] })
  expect(again).toMatchObject({ status: 'completed', result: { labelled: { sent: 0, there: 1 } } })
})

test('what labels say by attributes goes over with them, and which of them belong together', async () => {
  const { here, there } = await twoStations()
  const project = await projectIn(here)
  const image = await add(here, project)
  const said = { lit: true, crew: 3, flag: 'red' }
  await label(here, project, image, [
    { ...BOAT, said, group: 'a' },
    { ...WAVE, group: 'a' },
  ])

  await send(here, project)

  const sentTo = valueOf(await there.services.projects.find(there.workspace, 'night-boats'))
  const [boat] = await there.services.projects.classes(sentTo)
  const [found] = (await there.services.images.page(sentTo, { filter: {}, sort: 'name', offset: 0, limit: 1 })).rows
  const opened = valueOf(await there.services.annotations.open(sentTo, ImageId.parse(found?.id)))
  expect(saidByNames(boat?.attributes ?? [], opened.shapes[0]?.attributes)).toEqual(said)
  const groups = opened.shapes.map(({ group }) => group)
  expect(groups).toEqual([expect.any(String), groups[0]])
})

test('a project that is sent again finds everything there', async () => {
  const { here, there } = await twoStations()
  const { project } = await labelledProject(here)
  await send(here, project)
  const before = await contents(there, 'night-boats')

  const { result } = await send(here, project)

  expect(result).toMatchObject({ pictures: { sent: 0, there: 3 }, labelled: { sent: 0, there: 2 } })
  expect(await contents(there, 'night-boats')).toEqual(before)
})

test('only what has changed here goes over the second time', async () => {
  const { here, there } = await twoStations()
  const { project, labelled, untouched } = await labelledProject(here)
  await send(here, project)
  await label(here, project, labelled, [BOAT])
  await add(here, project, { batch: 'Late' })
  await here.services.images.setSplit(project, [untouched], 'valid')

  const { result } = await send(here, project)

  const { images } = await contents(there, 'night-boats')
  expect(result).toMatchObject({
    pictures: { sent: 1, there: 3 },
    labelled: { sent: 1, there: 1 },
    inOtherSplit: 1,
  })
  expect(images.map(({ annotation }) => annotation?.map(bare))).toContainEqual([BOAT])
})

test('labels that were made only at the other machine stay there', async () => {
  const { here, there } = await twoStations()
  const project = await projectIn(here)
  await add(here, project)
  await send(here, project)
  const copy = valueOf(await there.services.projects.find(there.workspace, 'night-boats'))
  const [image = brand<ImageId>('')] = await there.services.images.ids(copy, {}, 'added')
  await label(there, copy, image)

  await send(here, project)

  const { images } = await contents(there, project.slug)
  expect(images.map(({ annotation }) => annotation?.map(bare))).toEqual([[BOAT, WAVE]])
})
