import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Edit } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { acceptEdit, rejectEdit } from '#common/annotation/settle'
import { brand } from '#common/border'
import { type ClassId, ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { newProject, upload, uploadLabelled } from '../../../../kit/dataset.ts'
import { inWords } from '../../../../kit/in-words.ts'
import { type TestStation, testStation } from '../../../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** The middle of an image of 64 × 48 pixels, and its upper left corner. */
const FILE = '0 0.5 0.5 0.5 0.5 0.9\n1 0.125 0.125 0.25 0.25 0.4'

/** An image with two predictions, of a boat and a gull, in a project that has neither class unless it is labeled. */
async function proposed({ isLabelled = false } = {}) {
  const slug = await newProject(station)
  const id = isLabelled ? await uploadLabelled(station, slug) : await upload(station, slug)
  const found = await station.services.projects.find(station.workspace, slug)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  const [project, image] = [found.value, ImageId.parse(id)]
  const { annotations, projects, images } = station.services

  async function offer(text = FILE) {
    const json = { annotationFile: text, labelmap: { 0: 'boat', 1: 'gull' } }
    await station.management.post(`/dataset/${slug}/annotate/${id}?name=a.txt&prediction=true`, { json })
  }

  async function open() {
    const opened = await annotations.open(project, image)
    if (!opened.ok) throw new Error(sentenceOf(opened.error))
    return opened.value
  }

  const act = async (kind: 'undo' | 'redo') => annotations[kind](project, { image, revision: (await open()).revision })
  const commit = async (edit: Edit) => annotations.commit(project, { image, revision: (await open()).revision }, edit)
  /** State of the image: its annotations, the waiting predictions, and its counts. */
  async function state() {
    const { shapes, proposals, settled } = await open()
    const details = await images.details(project, image)
    const facts = details.ok ? { state: details.value.state, waiting: details.value.proposals } : undefined
    const waiting = proposals.filter((each) => !settled.includes(each.id)).map(({ className }) => className)
    return { labels: shapes.length, offered: waiting, ...facts }
  }

  await offer()
  const classes = async () => (await projects.classes(project)).map(({ name }) => name)
  return { project, image, offer, open, commit, act, state, classes }
}

const fresh = () => brand<ClassId>(`class${Math.random().toString(36).slice(2, 12).padEnd(10, '0')}`)

test('an accepted proposal is a label in one step with its class; undo and redo move both', async () => {
  const { open, commit, act, state, classes } = await proposed()
  const [boat] = (await open()).proposals
  if (!boat) throw new Error('Nothing is proposed')

  const written = await commit(acceptEdit([boat], { shapes: [], classes: [], fresh }))

  expect(written).toMatchObject({
    ok: true,
    value: { undo: [editName('edit-accept-suggestions', { count: 1 })], proposals: [], changes: [] },
  })
  expect(await classes()).toEqual(['boat'])
  expect(await state()).toEqual({ labels: 1, offered: ['gull'], state: 'started', waiting: 1 })
  expect(await act('undo')).toMatchObject({ ok: true, value: { proposals: [{ id: boat.id, isSettled: false }] } })
  expect(await state()).toEqual({ labels: 0, offered: ['boat', 'gull'], state: 'todo', waiting: 2 })
  expect(await act('redo')).toMatchObject({ ok: true, value: { proposals: [{ id: boat.id, isSettled: true }] } })
  expect(await state()).toEqual({ labels: 1, offered: ['gull'], state: 'started', waiting: 1 })
})

test('a rejected proposal leaves labels, classes and state alone', async () => {
  const { open, commit, act, state, classes } = await proposed()

  await commit(rejectEdit((await open()).proposals))
  const rejected = await state()
  await act('undo')

  expect(rejected).toEqual({ labels: 0, offered: [], state: 'todo', waiting: 0 })
  expect(await classes()).toEqual([])
  expect(await state()).toEqual({ labels: 0, offered: ['boat', 'gull'], state: 'todo', waiting: 2 })
})

test('new proposals do not disturb labels that are being drawn: the revision stays', async () => {
  const { open, offer, state } = await proposed({ isLabelled: true })
  const before = await open()

  await offer('0 0.5 0.5 0.1 0.1')

  expect(await open()).toMatchObject({ revision: before.revision, shapes: before.shapes, undo: before.undo })
  expect(await state()).toEqual({ labels: 1, offered: ['boat'], state: 'done', waiting: 1 })
})

test('a proposal that was replaced cannot be accepted, and nothing is made', async () => {
  const { open, offer, commit, state, classes } = await proposed()
  const stale = acceptEdit((await open()).proposals, { shapes: [], classes: [], fresh })
  await offer()

  const written = await commit(stale)

  expect(inWords(written)).toMatchObject({ ok: false, error: { reason: 'edit-conflict' } })
  expect(await classes()).toEqual([])
  expect(await state()).toEqual({ labels: 0, offered: ['boat', 'gull'], state: 'todo', waiting: 2 })
})

test('a proposal cannot be settled twice', async () => {
  const { open, commit } = await proposed()
  const edit = rejectEdit((await open()).proposals)
  await commit(edit)

  expect(inWords(await commit(edit))).toMatchObject({ ok: false, error: { reason: 'edit-conflict' } })
})

test('an acceptance can be undone after its proposal was replaced; what is proposed now stays', async () => {
  const { open, offer, commit, act, state } = await proposed()
  await commit(acceptEdit((await open()).proposals, { shapes: [], classes: [], fresh }))
  await offer('0 0.5 0.5 0.1 0.1')

  expect(await act('undo')).toMatchObject({ ok: true })
  expect(await state()).toEqual({ labels: 0, offered: ['boat'], state: 'todo', waiting: 1 })
})

test('a class that another program made meanwhile is not made twice: the gesture is refused whole', async () => {
  const { project, open, commit, state, classes } = await proposed()
  const edit = acceptEdit((await open()).proposals, { shapes: [], classes: [], fresh })
  await station.services.projects.ensureClasses(project, ['gull'])

  const written = await commit(edit)

  expect(inWords(written)).toMatchObject({
    ok: false,
    error: { reason: 'edit-conflict', message: expect.stringContaining('gull') },
  })
  expect(await classes()).toEqual(['gull'])
  expect(await state()).toEqual({ labels: 0, offered: ['boat', 'gull'], state: 'todo', waiting: 2 })
})

test('a class that is on its way already serves the next acceptance', async () => {
  const { open, commit, state, classes } = await proposed()
  const [boat, gull] = (await open()).proposals
  if (!boat || !gull) throw new Error('Nothing is proposed')
  const first = acceptEdit([boat], { shapes: [], classes: [], fresh })
  const second = acceptEdit([{ ...gull, className: 'boat' }], { shapes: [], classes: first.classes ?? [], fresh })

  const answers = [await commit(first), await commit(second)]

  expect(answers).toMatchObject([{ ok: true }, { ok: true }])
  expect(await classes()).toEqual(['boat'])
  expect(await state()).toMatchObject({ labels: 2, offered: [] })
})

test('images with proposals are found and counted while they wait', async () => {
  const { project, image, open, commit } = await proposed()
  const { images } = station.services
  await upload(station, project.slug)
  const found = async () => images.ids(project, { hasProposals: true }, 'added')
  const before = { ids: await found(), count: (await images.facets(project)).hasProposals }

  await commit(rejectEdit((await open()).proposals))

  expect(before).toEqual({ ids: [image], count: 1 })
  expect(await found()).toEqual([])
  expect((await images.facets(project)).hasProposals).toBe(0)
})

test('an image that comes out of the trash has its proposals still; deleted for good they are gone', async () => {
  const { project, image, state } = await proposed()
  const { images } = station.services

  await images.trash(project, [image])
  const inTrash = (await images.facets(project)).hasProposals
  await images.restore(project, [image])

  expect(inTrash).toBe(0)
  expect(await state()).toMatchObject({ offered: ['boat', 'gull'], waiting: 2 })
  await images.trash(project, [image])
  expect(await images.purge(station.workspace, [image])).toBe(1)
})
