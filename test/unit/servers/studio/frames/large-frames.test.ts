import { expect, test } from 'vitest'
import { widePort } from '#servers/studio/frames/lines'
import {
  LARGE_FRAME,
  LARGE_GESTURE,
  type LargeFrames,
  largeWork,
  lineFault,
  MANY_SHAPES,
  MOST_FRAME,
} from '#servers/studio/frames/routing'

const IMAGE = 'a'.repeat(20)

function frame(name: string, more: object = {}): Buffer {
  return Buffer.from(JSON.stringify({ i: '12', p: { u: `/${name}`, b: { json: { image: IMAGE, ...more } } } }))
}

const light = { weights: { objects: () => 10, outlines: () => 0, nextGesture: () => 1000 } }
const heavy = { weights: { objects: () => MANY_SHAPES + 1, outlines: () => 0, nextGesture: () => LARGE_GESTURE + 1 } }
const padding = { label: ' '.repeat(LARGE_FRAME) }

test('large edits, and calls about very many shapes, are no work for the thread of the lines; all others are', () => {
  const works = [
    ...['open', 'undo', 'redo', 'commit'].map((name) => largeWork(frame(`annotations/${name}`), light)),
    ...['open', 'undo', 'redo', 'commit'].map((name) => largeWork(frame(`annotations/${name}`), heavy)),
    ...['history', 'past'].map((name) => largeWork(frame(`annotations/${name}`), light)),
    largeWork(frame('annotations/commit', padding), light),
    largeWork(frame('images/page', padding), heavy),
    largeWork(Buffer.from('{"i":"12","p":{"u":"/annotations/open"'), heavy),
  ]

  expect(works).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'read',
    'write',
    'write',
    undefined,
    'read',
    'read',
    'write',
    undefined,
    undefined,
  ])
})

test('an undo that leads back to very many shapes is no work for the thread of the lines, however short the gesture', () => {
  const weights = { objects: () => MANY_SHAPES + 1, outlines: () => 0, nextGesture: () => 100 }

  expect(['undo', 'redo'].map((name) => largeWork(frame(`annotations/${name}`), { weights }))).toEqual([
    'write',
    'write',
  ])
})

test('a frame that is no call, too long, or nested without end is never parsed by the thread of the lines', () => {
  const nested = Buffer.from(`{"i":"1","p":{"u":"/projects/create","b":${'['.repeat(LARGE_FRAME)}`)
  const sound = [frame('annotations/commit', { label: ' '.repeat(MOST_FRAME) }), frame('images/page', padding)]

  expect([Buffer.from('[[['), frame('images/page', { label: ' '.repeat(MOST_FRAME) }), nested].map(lineFault)).toEqual([
    'not-json',
    'too-large',
    'too-large',
  ])
  expect(sound.map(lineFault)).toEqual([undefined, undefined])
})

test('nor is one of very many members, and one of a hundred thousand names is sound', () => {
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, nth]))
  const names = Array.from({ length: 100_000 }, (_, nth) => `image ${nth}`)
  const frames = [
    frame('images/page', { names }),
    frame('images/page', members(8000)),
    frame('images/page', members(20_001)),
  ]

  expect(frames.map(lineFault)).toEqual([undefined, undefined, 'too-large'])
})

/** The port of a page whose frames are answered by `frames`, and all that comes of them. */
function pageOf(frames: LargeFrames) {
  const sent: unknown[] = []
  const here: unknown[] = []
  const failures: string[] = []
  const hearing: ((event: { readonly data: unknown }) => void)[] = []
  const page = {
    on: (_type: string, listener: (event?: { data: unknown }) => void) => void hearing.push(listener),
    postMessage: (message: unknown) => void sent.push(message),
  }
  const port = widePort(page, { frames, divert: () => undefined }, (message) => void failures.push(message))
  if ('on' in port) port.on('message', (event) => here.push(event?.data))
  async function receive(data: string) {
    for (const hear of hearing) hear({ data })
    await new Promise((done) => setImmediate(done))
  }
  return { sent, here, failures, receive }
}

test('a page hears the answer of whoever did the work, and of this thread where that one failed', async () => {
  let isBroken = false
  const { sent, here, failures, receive } = pageOf({
    ...heavy,
    async answer() {
      if (isBroken) throw new Error('The thread ended')
      return new TextEncoder().encode('elsewhere')
    },
  })

  const [large, small] = [String(frame('annotations/open')), String(frame('images/page'))]
  await receive(large)
  await receive(small)
  isBroken = true
  await receive(large)

  expect(sent).toEqual(['elsewhere'])
  expect(here).toEqual([small, large])
  expect(failures).toHaveLength(1)
})

test('a frame whose image cannot be weighed is answered by this thread', async () => {
  const shapes = () => {
    throw new Error('database disk image is malformed')
  }
  const { sent, here, failures, receive } = pageOf({
    weights: { objects: shapes, outlines: () => 0, nextGesture: shapes },
    answer: async () => new TextEncoder().encode('elsewhere'),
  })

  const opened = String(frame('annotations/open'))
  await receive(opened)

  expect(sent).toEqual([])
  expect(here).toEqual([opened])
  expect(failures).toEqual(['The size of an image could not be read'])
})
