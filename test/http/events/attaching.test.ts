import { randomBytes } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import { expect, test } from 'vitest'
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
} from '../../kit/event-media.ts'
import { testEvents } from '../../kit/event-store.ts'
import { someImage } from '../../kit/images.ts'

test('an image comes behind those that are there, in either spelling, with its files counted', async () => {
  const { http } = await testEvents()
  const [first, second, third] = [await someImage(), await someImage(), await someImage()]
  const id = await newDraft(http, { images: [{ label: 'first', base64Image: first.toString('base64') }] })
  const box = { class: 'cat', x: 1, y: 2, width: 3, height: 4, confidence: 0.5 }

  const camel = await postTo(http, id, 'images', {
    json: {
      label: 'camel',
      base64Image: second.toString('base64'),
      inputBase64Image: third.toString('base64'),
      objectDetections: [box],
    },
  })
  const snake = await postTo(http, id, 'images', {
    json: {
      input_base64_image: second.toString('base64'),
      object_detections: [box],
      base64Image: null,
      metadata: { a: 1 },
    },
  })
  const bare = await postTo(http, id, 'images', { json: { classifications: [{ class: 'dog', confidence: 1 }] } })

  expect(camel).toMatchObject({
    status: 201,
    body: {
      file_id: expect.any(String),
      input_file_id: expect.any(String),
      label: 'camel',
      object_detections: [box],
    },
  })
  expect(snake).toMatchObject({ status: 201, body: { file_id: null, label: null, metadata: { a: 1 } } })
  expect(bare).toMatchObject({
    status: 201,
    body: { file_id: null, input_file_id: null, classifications: [{ class: 'dog' }] },
  })
  const event = await storedEvent(http, id)
  expect(event.images.slice(1)).toEqual([camel.body, snake.body, bare.body])
  expect(event.images[0]).toMatchObject({ label: 'first' })
  expect(event).toMatchObject({ original_file_count: 4, current_file_count: 4, draft: true, finalized_at: null })
})

test('an image comes as a file too, with its label before or behind it', async () => {
  const store = await testEvents()
  const { http } = store
  const id = await newDraft(http)
  const before = new FormData()
  before.append('label', 'before')
  before.append('file', new Blob([new Uint8Array(await someImage())]), '../../etc/passwd')
  const behind = fileForm(await someImage(), 'text/html', 'x.html')
  behind.append('label', 'behind')

  const answers = [
    await postTo(http, id, 'images', { form: before }),
    await postTo(http, id, 'images', { form: behind }),
  ]

  expect(answers).toMatchObject([
    { status: 201, body: { label: 'before', input_file_id: null, keypoints: [] } },
    { status: 201, body: { label: 'behind', input_file_id: null, keypoints: [] } },
  ])
  const { images } = await storedEvent(http, id)
  expect(images).toEqual(answers.map(({ body }) => body))
  const shown = await http.get(`/files/${images[1]?.file_id}`)
  expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
  expect((await mediaOn(store)).every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true)
})

test('videos and local-only files come with their type, their label and their size', async () => {
  const { http } = await testEvents()
  const id = await newDraft(http)
  const video = fileForm('moving', 'video/mp4')
  video.append('label', 'gate 3')

  const answers = [
    await postTo(http, id, 'videos', { form: video }),
    await postTo(http, id, 'local-only-files', { form: fileForm('', 'application/pdf') }),
  ]

  const [clip, paper] = answers
  const gate = { file_id: expect.any(String), label: 'gate 3', content_type: 'video/mp4', size_bytes: 6 }
  expect(clip).toMatchObject({ status: 201, body: gate })
  expect(paper).toMatchObject({ status: 201, body: { label: null, content_type: 'application/pdf', size_bytes: 0 } })
  expect(await storedEvent(http, id)).toMatchObject({
    images: [],
    videos: [clip?.body],
    local_only_files: [paper?.body],
    original_file_count: 2,
    current_file_count: 2,
  })
})

test('the store counts the bytes of what came, and no others', async () => {
  const { http, keeping } = await testEvents()
  const id = await newDraft(http)
  const image = await someImage()

  await postTo(http, id, 'images', { form: fileForm(image) })
  await postTo(http, id, 'videos', { form: fileForm('x'.repeat(1000)) })
  const { bytes: text } = await postTo(http, id, 'finalize')

  expect(keeping.service.totals()).toMatchObject({ bytes: text.length + image.length + 1000, drafts: 0 })
})

test('a file keeps its type where that is one', async () => {
  const { http } = await testEvents()
  const id = await newDraft(http)
  const files = [
    ['text/plain', 'notes.txt', 'text/plain'],
    ['text/plain; charset=utf-8', 'notes', 'text/plain'],
    ['VIDEO/MP4', 'clip.mp4', 'video/mp4'],
    ['video/mp4; codecs="avc1"', 'clip.mp4', 'video/mp4'],
    ['nonsense', 'clip.mp4', 'application/octet-stream'],
    ['text/<b>bold</b>', 'clip.mp4', 'application/octet-stream'],
    ['image/png, text/html', 'clip.mp4', 'application/octet-stream'],
    [`video/${'x'.repeat(500)}`, 'clip.mp4', 'application/octet-stream'],
    [undefined, 'clip.mp4', 'application/octet-stream'],
  ] as const

  for (const [type, name, kept] of files) {
    const headers = [`Content-Disposition: form-data; name="file"; filename="${name}"`]
    const all = type === undefined ? headers : [...headers, `Content-Type: ${type}`]
    const body = Buffer.concat([formPart(all, 'words'), FORM_END])
    const answer = await postTo(http, id, 'local-only-files', { headers: FORM_TYPE, body })

    expect(answer, `type ${type}`).toMatchObject({ status: 201, body: { content_type: kept } })
  }
})

test('a label is whatever its sender writes', async () => {
  const { http } = await testEvents()
  const id = await newDraft(http)
  const labels = ['</script><b>', '../../x', '日本 "quoted" \\', 'null', '__proto__']

  for (const label of labels) {
    const form = fileForm('x')
    form.append('label', label)
    await postTo(http, id, 'videos', { form })
  }

  expect((await storedEvent(http, id)).videos.map(({ label }) => label)).toEqual(labels)
})

test('what comes at once is all there', async () => {
  const { http } = await testEvents()
  const id = await newDraft(http)

  const answers = await Promise.all([
    ...Array.from({ length: 6 }, async () => postTo(http, id, 'images', { form: fileForm(await someImage()) })),
    ...Array.from({ length: 6 }, async () => postTo(http, id, 'videos', { form: fileForm(randomBytes(1000)) })),
  ])

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
  const event = await storedEvent(http, id)
  expect(event).toMatchObject({ original_file_count: 12, current_file_count: 12 })
  const named = new Set([...event.images, ...event.videos].map(({ file_id: id }) => id))
  expect(named).toEqual(new Set(answers.map(fileIn)))
})

test('an image that two events have is one file on the disk and a file of each', async () => {
  const store = await testEvents()
  const { http } = store
  const image = await someImage()
  const ids = [await newDraft(http), await newDraft(http)]

  const answers = await Promise.all(ids.map((id) => postTo(http, id, 'images', { form: fileForm(image) })))

  expect(await mediaOn(store)).toEqual([sha256(image)])
  const files = answers.map(fileIn)
  expect(new Set(files).size).toBe(2)
  for (const file of files) expect((await http.get(`/files/${file}`)).bytes).toEqual(image)
})

test('a long video goes through as a stream and comes back as it was', async () => {
  const store = await testEvents()
  const url = await onPort(store)
  const id = await newDraft(store.http)
  const chunks = Array.from({ length: 80 }, () => randomBytes(256 * 1024))
  const head = formPart(
    ['Content-Disposition: form-data; name="file"; filename="a.mp4"', 'Content-Type: video/mp4'],
    '',
  )
  const parts = [head.subarray(0, -2), ...chunks, Buffer.from('\r\n'), FORM_END]

  const init: RequestInit = { method: 'POST', headers: FORM_TYPE }
  const body = ReadableStream.from(parts)
  const answer = await fetch(`${url}/v2/events/${id}/videos`, Object.assign(init, { body, duplex: 'half' }))

  expect(answer.status).toBe(201)
  const file = fileIn({ body: await answer.json() })
  const back = await fetch(`${url}/files/${file}`)
  expect(sha256(Buffer.from(await back.arrayBuffer()))).toBe(sha256(Buffer.concat(chunks)))
  expect(await mediaOn(store)).toEqual([sha256(Buffer.concat(chunks))])
})
