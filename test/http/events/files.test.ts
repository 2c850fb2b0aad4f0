import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ApiClient, Asked } from '../../kit/api-client.ts'
import { fileForm, fileIn, newDraft, onPort, postTo, sha256, storedEvent, UNKNOWN_ID } from '../../kit/event-media.ts'
import { inEventsDb } from '../../kit/event-rows.ts'
import { testEvents } from '../../kit/event-store.ts'
import { someImage } from '../../kit/images.ts'

/** Attaches a file to a draft of its own; answers the file's id. */
async function attached(http: ApiClient, place: string, asked: Asked): Promise<string> {
  return fileIn(await postTo(http, await newDraft(http), place, asked))
}

test('every file of an event is there under its id, with its type, its digest as a tag, and its length', async () => {
  const { http } = await testEvents()
  const [shown, taken] = [await someImage(), await someImage()]
  const images = [{ base64Image: shown.toString('base64'), inputBase64Image: taken.toString('base64') }]
  const id = await newDraft(http, { images })
  await postTo(http, id, 'videos', { form: fileForm('moving', 'video/mp4') })
  await postTo(http, id, 'local-only-files', { form: fileForm('{}', 'application/json') })
  const { images: kept, videos, local_only_files: local } = await storedEvent(http, id)

  const answers = [
    await http.get(`/files/${kept[0]?.file_id}`),
    await http.get(`/files/${kept[0]?.input_file_id}`),
    await http.get(`/files/${videos[0]?.file_id}`),
    await http.get(`/files/${local[0]?.file_id}`),
    await http.get(`/local-only-files/${local[0]?.file_id}`),
  ]

  const told = (type: string, bytes: Buffer) => ({
    status: 200,
    bytes,
    headers: {
      'content-type': type,
      'content-length': String(bytes.length),
      etag: `"${sha256(bytes)}"`,
      'accept-ranges': 'bytes',
    },
  })
  const paper = told('application/json', Buffer.from('{}'))
  expect(answers).toMatchObject([
    told('image/png', shown),
    told('image/png', taken),
    told('video/mp4', Buffer.from('moving')),
    paper,
    paper,
  ])
})

test('local-only files are no other files, and an unknown id is no file', async () => {
  const { http } = await testEvents()
  const images = [{ base64Image: (await someImage()).toString('base64') }]
  const id = await newDraft(http, { images })
  const { images: kept } = await storedEvent(http, id)
  const video = await attached(http, 'videos', { form: fileForm('moving') })

  const paths = [
    `/local-only-files/${kept[0]?.file_id}`,
    `/local-only-files/${video}`,
    `/local-only-files/${UNKNOWN_ID}`,
    `/files/${UNKNOWN_ID}`,
    `/files/${id}`,
    '/files/..%2F..%2Fevents.db',
    `/files/${'x'.repeat(400)}`,
  ]

  for (const path of paths)
    expect(await http.get(path), `of ${path}`).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('file') },
    })
})

test('files ask for the key where one is set', async () => {
  const { http } = await testEvents({ apiKey: 'secret' })
  const key = { 'x-api-key': 'secret' }
  const created = await http.post('/v2/events', {
    headers: key,
    json: { inference_timestamp: '2026-11-22', event_schema: 'free', event_data: {}, draft: true },
  })
  const { id } = z.object({ id: z.string() }).parse(created.body)
  const form = fileForm('x')
  const place = `/v2/events/${id}/local-only-files`

  const answers = [
    await http.post(place, { form }),
    await http.post(`/v2/events/${id}/finalize`),
    await http.post(place, { form, headers: key }),
  ]
  const file = fileIn({ body: answers[2]?.body })
  const asked = [
    await http.get(`/files/${file}`),
    await http.get(`/local-only-files/${file}`),
    await http.get(`/local-only-files/${file}`, { headers: key }),
  ]

  expect([...answers, ...asked].map(({ status }) => status)).toEqual([401, 401, 201, 401, 401, 200])
})

test('a file that somebody took from the disk is not found any more', async () => {
  const { http, library } = await testEvents()
  const file = await attached(http, 'videos', { form: fileForm('x') })
  await rm(join(library, 'events', 'media', sha256('x').slice(0, 2)), {
    recursive: true,
  })

  const answer = await http.get(`/files/${file}`)

  expect(answer).toMatchObject({ status: 404, body: { detail: expect.stringContaining(file) } })
})

const TYPES = [
  ['image/jpeg', 'inline', '.jpg'],
  ['image/png', 'inline', '.png'],
  ['video/mp4', 'inline', '.mp4'],
  ['video/quicktime', 'inline', '.mov'],
  ['image/svg+xml', 'attachment', '.bin'],
  ['IMAGE/SVG+XML; charset=utf-8', 'attachment', '.bin'],
  ['image/svg', 'attachment', '.svg'],
  ['text/html', 'attachment', '.html'],
  ['application/xhtml+xml', 'attachment', '.bin'],
  ['application/xml', 'attachment', '.xml'],
  ['text/xml', 'attachment', '.xml'],
  ['text/javascript', 'attachment', '.bin'],
  ['application/pdf', 'attachment', '.pdf'],
  ['multipart/x-mixed-replace', 'attachment', '.bin'],
  ['', 'attachment', '.bin'],
] as const

test('what a browser would run is saved instead of shown, whatever it is called', async () => {
  const { http } = await testEvents()

  for (const [type, as, ending] of TYPES) {
    const form = fileForm('<script>alert(1)</script>', type, 'a"\r\nset-cookie: x=1.html')
    const file = await attached(http, 'local-only-files', { form })
    const { status, headers } = await http.get(`/local-only-files/${file}`)

    expect({ status, ...headers }, `type ${type}`).toMatchObject({
      status: 200,
      'content-type': type === '' ? 'application/octet-stream' : type.toLowerCase().split(';')[0],
      'content-disposition': `${as}; filename="${file}${ending}"; filename*=UTF-8''${file}${ending}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(headers['set-cookie']).toBeUndefined()
  }
})

describe('parts of a file', () => {
  const whole = randomBytes(1000)

  async function kept() {
    const store = await testEvents()
    const file = await attached(store.http, 'videos', { form: fileForm(whole, 'video/mp4') })
    const tag = `"${sha256(whole)}"`
    const ask = (headers: Record<string, string>) => store.http.get(`/files/${file}`, { headers })
    return { store, file, tag, ask }
  }

  test('a range is that part', async () => {
    const { ask } = await kept()
    const ranges = [
      ['bytes=0-9', 0, 10],
      ['bytes=0-0', 0, 1],
      ['bytes=999-', 999, 1000],
      ['bytes=100-99999', 100, 1000],
      ['bytes=-5', 995, 1000],
      ['bytes=-5000', 0, 1000],
      ['BYTES = 3 - 7', 3, 8],
    ] as const

    for (const [range, start, end] of ranges) {
      const { status, headers, bytes } = await ask({ range })
      expect(
        { status, bytes, place: headers['content-range'], length: headers['content-length'] },
        `of ${range}`,
      ).toEqual({
        status: 206,
        bytes: whole.subarray(start, end),
        place: `bytes ${start}-${end - 1}/1000`,
        length: String(end - start),
      })
    }
  })

  test('a range behind the end is refused, and what is none means the whole file', async () => {
    const { ask } = await kept()

    for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])
      expect(await ask({ range }), `of ${range}`).toMatchObject({
        status: 416,
        headers: { 'content-range': 'bytes */1000', 'content-type': expect.stringContaining('application/json') },
        body: { detail: expect.stringContaining('1000 bytes') },
      })
    for (const range of ['bytes=0-1,5-6', 'bytes=7-3', 'items=0-1', 'bytes=-', 'bytes=a-b', ''])
      expect(await ask({ range }), `of ${range}`).toMatchObject({ status: 200, bytes: whole })
  })

  test('a range counts only while the file is the one that was begun, and who has it already is told so', async () => {
    const { ask, tag } = await kept()

    const same = await ask({ range: 'bytes=4-7', 'if-range': tag })
    const other = await ask({ range: 'bytes=4-7', 'if-range': '"another"' })
    const weak = await ask({ range: 'bytes=4-7', 'if-range': `W/${tag}` })
    const dated = await ask({ range: 'bytes=4-7', 'if-range': new Date().toUTCString() })
    const known = await ask({ 'if-none-match': `"another", W/${tag}` })

    expect(same).toMatchObject({ status: 206, bytes: whole.subarray(4, 8) })
    for (const answer of [other, weak, dated]) expect(answer).toMatchObject({ status: 200, bytes: whole })
    expect(known).toMatchObject({ status: 304, bytes: Buffer.alloc(0), headers: { etag: tag } })
  })

  test('HEAD tells the same without the bytes, also of an empty file', async () => {
    const { store, file, tag } = await kept()
    const url = await onPort(store)
    const empty = await attached(store.http, 'local-only-files', { form: fileForm('', 'application/pdf') })

    const head = await fetch(`${url}/files/${file}`, { method: 'HEAD' })
    const nothing = await fetch(`${url}/local-only-files/${empty}`)

    expect(head.status).toBe(200)
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-length': '1000',
      'content-type': 'video/mp4',
      etag: tag,
    })
    expect(await head.text()).toBe('')
    expect({ status: nothing.status, text: await nothing.text() }).toEqual({ status: 200, text: '' })
  })
})

test('a damaged type of a file keeps it from nothing but being shown in a page', async () => {
  const { http, library } = await testEvents()
  const bytes = await someImage()
  const { images } = await storedEvent(
    http,
    await newDraft(http, { images: [{ base64Image: bytes.toString('base64') }] }),
  )
  inEventsDb(library, (db) => db.prepare('UPDATE file SET content_type = ?').run('image/\u0001☃'))

  const answer = await http.get(`/files/${images[0]?.file_id}`)

  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/octet-stream' } })
  expect(answer.bytes).toEqual(bytes)
})

test('a file that was damaged on the disk is not sent, and is whole again when it is attached again', async () => {
  const { http, library } = await testEvents()
  const bytes = await someImage()
  const images = [{ base64Image: bytes.toString('base64') }]
  const { images: kept } = await storedEvent(http, await newDraft(http, { images }))
  const url = `/files/${kept[0]?.file_id}`
  const hash = sha256(bytes)
  await writeFile(join(library, 'events', 'media', hash.slice(0, 2), hash), Buffer.alloc(bytes.length))

  const damaged = await http.get(url)
  await newDraft(http, { images })
  const healed = await http.get(url)

  expect(damaged.status).toBe(500)
  expect(healed).toMatchObject({ status: 200, bytes })
})
