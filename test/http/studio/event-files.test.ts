import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type EventExportKind,
  type EventSelection,
  eventFileUrl,
  eventImageUrl,
  eventsExportUrl,
} from '#common/contract/urls'
import { blobPathOf } from '../../kit/damage.ts'
import { type EventStation, ofDevice, openEventStation } from '../../kit/event-station.ts'
import { photo } from '../../kit/station-process.ts'
import { readZip } from '../../kit/zip-file.ts'

let station: EventStation
let coffee: string

beforeAll(async () => {
  station = await openEventStation()
  coffee = (await photo('coffee.jpg')).toString('base64')
})
afterAll(() => station.close())

function download(selection: EventSelection, kind: EventExportKind): Promise<Response> {
  return station.fetch(eventsExportUrl(selection, kind))
}

test('the image of an event comes small and large, and as the file that was sent', async () => {
  const { image_ids } = await station.send({ images: [{ base64Image: coffee }] })
  const [file = ''] = image_ids

  const thumb = await station.fetch(eventImageUrl(file, 'thumb'))
  const full = await station.fetch(eventImageUrl(file, 'full'))
  const sent = await station.fetch(eventFileUrl(file), { headers: { range: 'bytes=0-2' } })

  const { width, format } = await sharp(await thumb.arrayBuffer()).metadata()
  expect([thumb.headers.get('cache-control'), format, width]).toEqual([
    expect.stringContaining('immutable'),
    'webp',
    320,
  ])
  expect(Buffer.from(await full.arrayBuffer()).toString('base64')).toBe(coffee)
  expect([sent.status, Object.fromEntries(sent.headers)]).toMatchObject([
    206,
    {
      'content-range': expect.stringMatching(/^bytes 0-2\//),
      'content-disposition': expect.stringContaining(`attachment; filename="${file}.jpg"`),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  ])
})

test('a video is played from any place in it, other files are only saved', async () => {
  const { id } = await station.send({ draft: true })
  const attached = async (place: string, type: string) => {
    const form = new FormData()
    form.append('file', new Blob(['abcdef'], { type }), 'named.by-producer')
    const sent = await station.store(`/v2/events/${id}/${place}`, { method: 'POST', body: form })
    return eventFileUrl(z.object({ file_id: z.string() }).parse(await sent.json()).file_id)
  }

  const video = await station.fetch(await attached('videos', 'video/mp4'), { headers: { range: 'bytes=2-3' } })
  const page = await station.fetch(await attached('local-only-files', 'text/html'))

  const shown = [video, page].map(({ status, headers }) => [status, headers.get('content-disposition')])
  expect(shown).toEqual([
    [206, expect.stringMatching(/^inline; .*\.mp4/)],
    [200, expect.stringMatching(/^attachment; /)],
  ])
  expect([await video.text(), page.headers.get('content-security-policy')]).toEqual([
    'cd',
    expect.stringMatching('sandbox'),
  ])
})

test('an image that is damaged inside, and one that nobody sent, are not there', async () => {
  const png = await photo('coins.png')
  const pixels = png.indexOf('IDAT') + 8
  png.fill(7, pixels, pixels + 50)
  const { image_ids } = await station.send({ images: [{ base64Image: png.toString('base64') }] })

  const damaged = await station.fetch(eventImageUrl(image_ids[0] ?? '', 'thumb'))
  const unknown = await station.fetch(eventImageUrl('nobody', 'thumb'))

  expect([damaged.status, unknown.status, (await station.fetch(eventFileUrl('nobody'))).status]).toEqual([
    404, 404, 404,
  ])
})

test('an archive with a damaged image is refused before its first byte', async () => {
  const rocket = await photo('rocket.jpg')
  const { id } = await station.send({ images: [{ base64Image: rocket.toString('base64') }] })
  await writeFile(blobPathOf(join(station.library, 'events', 'media'), rocket), 'damaged')

  const answer = await download({ ids: [id] }, 'images')
  const body: unknown = await answer.json()
  expect([answer.status, body]).toEqual([
    409,
    {
      code: 'event-image-damaged',
      params: expect.anything(),
      error: expect.stringContaining('is damaged. Export without'),
    },
  ])
})

test('all that a filter finds is downloaded, a line an event, letter by letter as the event store answers it', async () => {
  const ids = await station.sendMany('lines', 3)
  const answered = ids.map(async (id) => (await station.store(`/v2/events/${id}`)).text())

  const found = await download({ filter: ofDevice('lines') }, 'jsonl')
  const named = await download({ ids: [ids[2] ?? '', 'nobody', ids[0] ?? ''] }, 'jsonl')

  const lines = await Promise.all(answered)
  expect(found.headers.get('content-disposition')).toMatch(/attachment; filename="events-[\dTZ-]+\.jsonl"/)
  expect(await found.text()).toBe(lines.map((line) => `${line}\n`).join(''))
  expect(await named.text()).toBe(`${lines[2]}\n${lines[0]}\n`)
})

test('images are downloaded with their events as an archive', async () => {
  const image = { base64Image: coffee, inputBase64Image: (await photo('coins.png')).toString('base64') }
  const { id } = await station.send({ device_id: 'zipped', images: [{ label: 'none' }, image] })
  await station.sendMany('zipped', 1)

  const archive = await download({ filter: ofDevice('zipped') }, 'images')

  const files = await readZip(Buffer.from(await archive.arrayBuffer()))
  const { createdAt } = await station.studio.events.find({ event: id })
  const name = `${createdAt.replaceAll(':', '-')}_${id}_2`
  expect([...files.keys()]).toEqual(['events.jsonl', `${name}.jpg`, `${name}-input.png`])
  expect(files.get(`${name}.jpg`)?.toString('base64')).toBe(coffee)
  expect(files.get('events.jsonl')?.toString().split('\n')).toHaveLength(3)
})

test.each([
  '/events/export/jsonl',
  '/events/export/images?filter=%7B',
  '/events/export/jsonl?filter=%7B%22start%22%3A%22soon%22%7D',
])('%s asks for nothing that can be exported', async (path) => {
  expect((await station.fetch(path)).status).toBe(400)
})

test('nobody without the token gets images or exports', async () => {
  const { host } = new URL(station.urls.studio)

  const answers = ['/events/export/jsonl?ids=a', eventImageUrl('a', 'thumb'), eventFileUrl('a')].map(
    async (path) => (await fetch(`http://${host}${path}`)).status,
  )

  expect(await Promise.all(answers)).toEqual([401, 401, 401])
})
