import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Comment } from '#common/annotation/comment'
import type { Refusal } from '#common/errors'
import { ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { CommentService } from '#core/annotation/comments/service'
import type { Project } from '#core/dataset/projects/ports'
import { newProject, upload } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let comments: CommentService
let project: Project
let image: ImageId

beforeAll(async () => {
  station = await testStation()
  comments = station.comments
})

afterAll(async () => station.close())

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

/** An image of 64 × 48 pixels in a project of its own. */
async function openEncoded() {
  const slug = await newProject(station)
  project = valueOf(await station.services.projects.find(station.workspace, slug))
  image = ImageId.parse(await upload(station, slug))
}

function first(told: readonly Comment[]): Comment {
  const [comment] = told
  if (!comment) throw new Error('There is no comment')
  return comment
}

const say = async (text: string, place: Comment['place'] = { x: 10, y: 20 }) =>
  first(valueOf(await comments.add(project, image, { text, by: 'Bo', place })))
const listed = async () => valueOf(await comments.list(project, image))
const openOnes = async () => {
  const { rows } = await station.services.images.page(project, { filter: {}, sort: 'added', offset: 0, limit: 1 })
  return rows.map(({ openComments }) => openComments)
}

test('a comment stands at its place with its replies, and is found until it is resolved', async () => {
  await openEncoded()
  const { id } = await say('  Is this a mast?  ')
  valueOf(await comments.reply(project, { image, comment: id }, { text: 'A crane', by: 'Ada' }))
  const asked = { filter: { search: 'comments:open' }, sort: 'added', offset: 0, limit: 9 } as const
  const found = await station.services.images.page(project, asked)

  const resolved = first(valueOf(await comments.resolve(project, { image, comment: id }, 'Ada')))

  expect(found.rows).toMatchObject([{ id: image, openComments: 1 }])
  expect(resolved).toMatchObject({
    id,
    place: { x: 10, y: 20 },
    text: 'Is this a mast?',
    by: 'Bo',
    resolved: { by: 'Ada' },
    replies: [{ text: 'A crane', by: 'Ada' }],
  })
  expect(await openOnes()).toEqual([0])
  expect(first(valueOf(await comments.resolve(project, { image, comment: id }, null))).resolved).toBeNull()
  expect((await station.services.images.facets(project)).hasOpenComments).toBe(1)
})

test('who wrote a comment or a reply can change its words, and nobody else can', async () => {
  await openEncoded()
  const { id } = await say('Is this a mast?')
  const [reply] = first(
    valueOf(await comments.reply(project, { image, comment: id }, { text: 'A crane', by: 'Ada' })),
  ).replies
  if (!reply) throw new Error('There is no reply')
  const before = await listed()

  const foreign = await comments.edit(project, { image, comment: id }, { text: 'Mine', by: 'Ada' })
  const empty = await comments.edit(project, { image, comment: id }, { text: '  ', by: 'Bo' })
  const after = await listed()
  valueOf(await comments.edit(project, { image, comment: reply.id }, { text: ' Two cranes ', by: 'Ada' }))
  const told = valueOf(await comments.edit(project, { image, comment: id }, { text: 'Are these masts?', by: 'Bo' }))
  const again = valueOf(await comments.edit(project, { image, comment: id }, { text: 'Are these masts?', by: 'Bo' }))

  expect(inWords(foreign)).toMatchObject({ ok: false, error: { reason: 'comment-of-another' } })
  expect(inWords(empty)).toMatchObject({ ok: false, error: { reason: 'comment-invalid' } })
  expect(after).toEqual(before)
  const edited = expect.any(String)
  expect(told).toEqual([
    { ...first(before), text: 'Are these masts?', edited, replies: [{ ...reply, text: 'Two cranes', edited }] },
  ])
  expect(again).toEqual(told)
})

const [MONDAY, TUESDAY] = ['2026-01-05T09:00:00.000Z', '2026-01-06T09:00:00.250Z'] as const

test('the undo of an edit takes back its words and its mark, by whom it was and as long as nothing followed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await openEncoded()
  const { id } = await say('Is this a mast?')
  const at = { image, comment: id }
  const edit = async (text: string, when: string) => {
    vi.setSystemTime(when)
    return first(valueOf(await comments.edit(project, at, { text, by: 'Bo' })))
  }
  const undo = (by: string, edited: string) => comments.undoEdit(project, at, { by, edited: new Date(edited) })
  const once = await edit('Is it a mast?', MONDAY)
  const twice = await edit('Is it one mast?', TUESDAY)

  const foreign = await undo('Ada', TUESDAY)
  const stale = await undo('Bo', MONDAY)
  const back = first(valueOf(await undo('Bo', TUESDAY)))
  const further = await undo('Bo', MONDAY)

  expect([once.edited, twice]).toEqual([MONDAY, { ...once, text: 'Is it one mast?', edited: TUESDAY }])
  expect(inWords(foreign)).toMatchObject({ ok: false, error: { reason: 'comment-of-another' } })
  expect(inWords(stale)).toMatchObject({ ok: false, error: { reason: 'comment-changed' } })
  expect(back).toEqual(once)
  expect(inWords(further)).toMatchObject({ ok: false, error: { reason: 'comment-changed' } })
})

test('what is taken away comes back with its replies', async () => {
  await openEncoded()
  const { id } = await say('About all of it', null)
  const [reply] = first(valueOf(await comments.reply(project, { image, comment: id }, { text: 'Yes', by: '' }))).replies
  const before = await listed()

  const gone = valueOf(await comments.remove(project, { image, comment: id }))
  const late = await comments.reply(project, { image, comment: id }, { text: 'Late', by: '' })
  const again = valueOf(await comments.restore(project, { image, comment: id }))
  const without = reply && valueOf(await comments.remove(project, { image, comment: reply.id }))

  expect(gone).toEqual([])
  expect(inWords(late)).toMatchObject({ ok: false, error: { reason: 'comment-not-found' } })
  expect(again).toEqual(before)
  expect(without).toMatchObject([{ id, replies: [] }])
})

test.each([
  ['', { x: 1, y: 1 }, 'A comment needs text'],
  ['x'.repeat(2001), null, 'this one has 2001'],
  ['Here', { x: 65, y: 1 }, 'outside'],
])('a comment that says nothing or too much, or lies beside the image, is refused', async (text, place, sentence) => {
  await openEncoded()

  const refused = await comments.add(project, image, { text, by: '', place })

  expect(inWords(refused)).toMatchObject({ ok: false, error: { message: expect.stringContaining(sentence) } })
  expect(await listed()).toEqual([])
})

test('an image that comes back from the trash has its comments still', async () => {
  await openEncoded()
  await say('Stays')
  const before = await listed()

  await station.services.images.trash(project, [image])
  const meanwhile = await comments.list(project, image)
  await station.services.images.restore(project, [image])

  expect(inWords(meanwhile)).toMatchObject({ ok: false, error: { reason: 'image-not-found' } })
  expect(await listed()).toEqual(before)
})
