import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as ask } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Asked } from '../../kit/api-client.ts'
import {
  FORM_END,
  FORM_TYPE,
  fileForm,
  fileIn,
  formPart,
  mediaOn,
  newDraft,
  onPort,
  postTo,
  sha256,
  storedEvent,
  UNKNOWN_ID,
  UPLOADING,
} from '../../kit/event-media.ts'
import { createEvent, testEvents } from '../../kit/event-store.ts'
import { someImage } from '../../kit/images.ts'

/** Sends one thing after the other to a draft with narrow limits; answers how each was refused, and what is on the disk then. */
async function refusals(cases: Readonly<Record<string, readonly [place: string, asked: Asked]>>) {
  const store = await testEvents({ settings: { MAX_FILE_BYTES: '20000', MAX_RECORD_BYTES: '50000' } })
  const id = await newDraft(store.http)
  const before = await storedEvent(store.http, id)
  const told: Record<string, unknown> = {}
  for (const [what, [place, asked]] of Object.entries(cases)) {
    const { status, body } = await postTo(store.http, id, place, asked)
    told[what] = { status, body, files: await mediaOn(store) }
  }
  expect(await storedEvent(store.http, id)).toEqual(before)
  return told
}

/** The same refusal of each. */
function all(cases: object, status: number, detail: unknown): object {
  return Object.fromEntries(Object.keys(cases).map((what) => [what, { status, body: { detail }, files: [] }]))
}

const SENTENCE = expect.stringMatching(/^\w.{12}/)
const MISFITS = [expect.objectContaining({ loc: expect.arrayContaining(['body']), msg: SENTENCE })]

const base64 = (bytes: Buffer) => bytes.toString('base64')

function labelled(bytes: Uint8Array | string, label: string): FormData {
  const form = fileForm(bytes)
  form.append('label', label)
  return form
}

function formOf(part: string, value: string | Blob): FormData {
  const form = new FormData()
  form.append(part, value)
  return form
}

test('what is no image, or only a part of one, is refused and leaves nothing behind', async () => {
  const whole = await someImage(400, 300)
  const cut = whole.subarray(0, -40)
  const cases = {
    words: ['images', { form: fileForm('words that are no image') }],
    'the beginning of an image': ['images', { form: fileForm(cut) }],
    'an empty file': ['images', { form: fileForm('') }],
    'a drawing that could run programs': ['images', { form: fileForm('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
    'no base64': ['images', { json: { base64Image: '%%%' } }],
    'an input that is cut off, with a sound image': [
      'images',
      { json: { base64Image: base64(whole), inputBase64Image: base64(cut) } },
    ],
  } as const

  expect(await refusals(cases)).toEqual(all(cases, 400, SENTENCE))
})

test('what is too large is refused and leaves nothing behind', async () => {
  const large = randomBytes(20_001)
  const cases = {
    'an image': ['images', { form: fileForm(large) }],
    'a video': ['videos', { form: fileForm(large) }],
    'a local-only file': ['local-only-files', { form: fileForm(large) }],
    'a form that says so itself': ['videos', { form: fileForm(randomBytes(2_000_000)) }],
    'an entry': ['images', { json: { base64Image: 'A'.repeat(60_000) } }],
  } as const

  expect(await refusals(cases)).toEqual(all(cases, 413, SENTENCE))
})

test('what does not fit the operation is told by its place and leaves nothing behind', async () => {
  const cases = {
    'one field in two spellings': ['images', { json: { base64Image: 'x', base64_image: 'y' } }],
    'a class without its confidence': ['images', { json: { classifications: [{ class: 'cat' }] } }],
    'an entry that is none': ['images', { json: [] }],
    'no body': ['images', {}],
    'a long label': ['videos', { form: labelled('x', 'x'.repeat(1001)) }],
    'a long label of an image': ['images', { form: labelled(await someImage(), 'x'.repeat(1001)) }],
    'no file': ['videos', { form: formOf('label', 'no file') }],
    'a file of another name': ['videos', { form: formOf('other', new Blob(['x'])) }],
    'no form': ['videos', { body: 'moving', headers: { 'content-type': 'video/mp4' } }],
    'JSON instead of a form': ['local-only-files', { json: { label: 'x' } }],
  } as const

  expect(await refusals(cases)).toEqual(all(cases, 422, MISFITS))
})

test('a damaged form is refused and leaves nothing behind', async () => {
  const beginning = formPart(['Content-Disposition: form-data; name="file"; filename="a"'], 'abc')
  const cases = {
    'no end': ['videos', { headers: FORM_TYPE, body: beginning }],
    'no boundary': ['videos', { headers: { 'content-type': 'multipart/form-data' }, body: 'x' }],
  } as const

  expect(await refusals(cases)).toEqual(all(cases, 400, SENTENCE))
})

const everyPlace = async () =>
  [
    ['images', { json: { base64Image: (await someImage()).toString('base64') } }],
    ['images', { form: fileForm(await someImage()) }],
    ['videos', { form: fileForm('x') }],
    ['local-only-files', { form: fileForm('x') }],
  ] as const

test('a final event takes no media, and one that there is not is not found', async () => {
  const store = await testEvents()
  const { http } = store
  const final = await createEvent(http)
  const finished = await newDraft(http)
  await postTo(http, finished, 'finalize')

  for (const [place, asked] of await everyPlace()) {
    const answers = [final, finished, UNKNOWN_ID].map((id) => postTo(http, id, place, asked))
    expect(await Promise.all(answers)).toMatchObject([
      { status: 409, body: { detail: expect.stringContaining('final') } },
      { status: 409, body: { detail: expect.stringContaining('final') } },
      { status: 404, body: { detail: expect.stringContaining(UNKNOWN_ID) } },
    ])
  }
  expect(await mediaOn(store)).toEqual([])
})

test('a full store takes no media, and drafts become final all the same', async () => {
  const store = await testEvents({ settings: { ...UPLOADING, MAX_RECORDS: '1' } })
  const { http } = store
  const id = await newDraft(http)

  for (const [place, asked] of await everyPlace()) {
    const answer = await postTo(http, id, place, asked)
    expect(answer).toMatchObject({ status: 529, body: { detail: expect.any(String), error: 'capacity_blocked' } })
  }
  expect(await mediaOn(store)).toEqual([])
  expect(await postTo(http, id, 'finalize')).toMatchObject({ status: 200, body: { draft: false } })
})

test('what is refused takes no file away that another event has', async () => {
  const store = await testEvents()
  const { http } = store
  const [mine, other] = [await newDraft(http), await newDraft(http)]
  const file = fileIn(await postTo(http, other, 'videos', { form: fileForm('x') }))

  const refused = await postTo(http, mine, 'videos', { form: labelled('x', 'x'.repeat(1001)) })

  expect(refused.status).toBe(422)
  expect(await http.get(`/files/${file}`)).toMatchObject({ status: 200, bytes: Buffer.from('x') })
})

test('a sender who goes away in the middle leaves nothing behind', async () => {
  const store = await testEvents()
  const id = await newDraft(store.http)

  for (const place of ['videos', 'local-only-files']) {
    const sending = await begin(store, `/v2/events/${id}/${place}`)
    await expect.poll(() => mediaOn(store)).toHaveLength(1)
    sending.destroy()

    await expect.poll(() => mediaOn(store)).toEqual([])
  }
  expect(await storedEvent(store.http, id)).toMatchObject({ images: [], videos: [], original_file_count: 0 })
})

test('a video whose event becomes final while it comes is refused and leaves nothing behind', async () => {
  const store = await testEvents()
  const id = await newDraft(store.http)
  const sending = await begin(store, `/v2/events/${id}/videos`)
  await expect.poll(() => mediaOn(store)).toHaveLength(1)

  const final = await postTo(store.http, id, 'finalize')
  sending.end(Buffer.concat([Buffer.from('\r\n'), FORM_END]))
  const [response] = await once(sending, 'response')

  expect(final.status).toBe(200)
  expect(response.statusCode).toBe(409)
  expect(await readJson(response)).toEqual({ detail: expect.stringContaining('final') })
  expect(await mediaOn(store)).toEqual([])
  expect(await storedEvent(store.http, id)).toEqual(final.body)
})

/** Sends the beginning of a file. */
async function begin(store: Awaited<ReturnType<typeof testEvents>>, path: string) {
  const sending = ask(`${await onPort(store)}${path}`, { method: 'POST', headers: FORM_TYPE })
  sending.on('error', () => undefined)
  const head = formPart(['Content-Disposition: form-data; name="file"; filename="a.mp4"'], randomBytes(400_000))
  await new Promise((resolve) => sending.write(head.subarray(0, -2), resolve))
  return sending
}

test('whoever comes while a draft becomes final is in it, or is told that it is final', async () => {
  const store = await testEvents()
  const { http } = store

  for (let round = 0; round < 10; round += 1) {
    const id = await newDraft(http)
    const bytes = randomBytes(500)
    const coming = postTo(http, id, 'videos', { form: fileForm(bytes) })
    if (round % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
    const [{ status }, final] = await Promise.all([coming, postTo(http, id, 'finalize')])

    const isThere = (await mediaOn(store)).includes(sha256(bytes))
    const { videos } = await storedEvent(http, id)
    expect(final.body).toMatchObject({ draft: false, original_file_count: videos.length })
    expect({ status, isThere, videos: videos.length }).toEqual(
      status === 201 ? { status, isThere: true, videos: 1 } : { status: 409, isThere: false, videos: 0 },
    )
  }
})
