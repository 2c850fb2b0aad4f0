import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { ImageSource } from '#core/models/inference/operations'
import type { CallContext, OpenedModel } from '#inference/host/family'
import { builtInOcr } from '#inference/models/tesseract/built-in'
import { tesseract } from '#inference/models/tesseract/tesseract'
import { startTesseract } from '#inference/models/tesseract/worker'
import { inWords } from '../../../../kit/in-words.ts'
import { sharedRuntime, testRuntime } from '../../../../kit/model-host.ts'
import { fromSvg } from '../../../../kit/svg.ts'

/** Strokes of letters in a box of 40 × 60, so that no font is needed. */
const STROKES: Readonly<Record<string, string>> = {
  H: 'M2 0V60M38 0V60M2 30H38',
  E: 'M38 0H4V60H38M4 29H32',
  L: 'M4 0V60H38',
  O: 'M20 0A20 30 0 1 1 20 60A20 30 0 1 1 20 0',
  T: 'M0 0H40M20 0V60',
  F: 'M38 0H4V60M4 29H32',
}
/** Where the first word of a line lies, when it is this one: half a stroke around its letters. */
const HELLO_BOX = { x0: 58, y0: 46, x1: 328, y1: 114 }

test('a line of words is read out of the box, with the places of its words', async () => {
  const [page] = await textOf([await encoded(written('HELLO', 'FELT'))])

  expect(page).toMatchObject({ size: { width: 700, height: 160 }, text: 'HELLO FELT', engine: 'tesseract' })
  expect(page?.words.map(({ box }) => box)).toEqual([HELLO_BOX, { x0: 396, y0: 46, x1: 604, y1: 114 }])
  for (const { confidence } of page?.words ?? []) expect(confidence).toBeGreaterThan(0.5)
})

test('an image that lies on its side in the file is read as it is displayed', async () => {
  const onItsSide = written('HELLO').rotate(270).withMetadata({ orientation: 6 })

  const [page] = await textOf([await encoded(onItsSide)])

  expect(page).toMatchObject({ size: { width: 700, height: 160 }, text: 'HELLO' })
  expect(page?.words.map(({ box }) => box)).toEqual([HELLO_BOX])
})

test('words of a huge image lie where they are in it', async () => {
  const line = await written('HELLO').resize({ width: 1400 }).png().toBuffer()
  const huge = sharp({ create: { width: 8000, height: 600, channels: 3, background: '#fff' } })

  const [page] = await textOf([await encoded(huge.composite([{ input: line, left: 6000, top: 200 }]))])

  expect(page).toMatchObject({ size: { width: 8000, height: 600 }, text: 'HELLO' })
  expect(page?.words.map(({ box }) => box)).toEqual([{ x0: 6116, y0: 292, x1: 6656, y1: 428 }])
})

test('an image without words has no text', async () => {
  const empty = sharp({ create: { width: 300, height: 80, channels: 3, background: '#fff' } })

  const pages = await textOf([await encoded(empty)])

  expect(pages).toEqual([{ size: { width: 300, height: 80 }, text: '', words: [], engine: 'tesseract' }])
})

test('several images are answered in their order', async () => {
  const pages = await textOf(await Promise.all(['HELLO', 'FELT', 'HOTEL'].map((word) => encoded(written(word)))))

  expect(pages.map(({ text }) => text)).toEqual(['HELLO', 'FELT', 'HOTEL'])
})

test('what is no image is refused, and the next one is read', async () => {
  const runtime = testRuntime()
  const ask = (image: ImageSource) =>
    runtime.run({ model: builtInOcr, operation: 'read-text', input: { images: [image] } })

  const refused = await ask({ kind: 'encoded', bytes: Buffer.from('no image') })
  const read = await ask(await encoded(written('HELLO')))

  expect(inWords(refused)).toMatchObject({ ok: false, error: { reason: 'picture-unreadable' } })
  expect(read).toMatchObject({ ok: true, value: { output: [{ text: 'HELLO' }] } })
})

test('reading leaves no file behind, and its memory goes with the model', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-ocr-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const runtime = testRuntime()
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))

  await runtime.run({
    model: builtInOcr,
    operation: 'read-text',
    input: { images: [await encoded(written('HELLO'))] },
  })
  await runtime.unload(builtInOcr.manifest.id)

  expect(runtime.loaded()).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

test('when its thread ends, what it was reading is refused, and the next image gets a new one', async () => {
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const reader = await tesseract.open(NO_NETWORKS)
  onTestFinished(() => reader.close?.())
  const input = { images: [await encoded(written('HELLO'))] }

  const lost = reader['read-text']?.(input, CONTEXT)
  await Promise.all([expect(lost).rejects.toThrow('the Tesseract thread ended'), threads[0]?.terminate()])

  expect(await reader['read-text']?.(input, CONTEXT)).toMatchObject([{ text: 'HELLO' }])
})

test('an image that it does not know is refused by name, and ends its thread', async () => {
  const reader = await startTesseract()

  await expect(reader.read(Buffer.from('no image'))).rejects.toThrow(
    'Tesseract cannot read the image: it is no image that it knows',
  )
  await reader.ended
})

const NO_NETWORKS: OpenedModel = {
  manifest: builtInOcr.manifest,
  session: (role) => expect.fail(`There is no network ${role}`),
  read: (role) => expect.fail(`There is no file ${role}`),
  metadata: (role) => expect.fail(`There is no network ${role}`),
  keep: () => undefined,
  drop: () => undefined,
}

const CONTEXT: CallContext = { signal: new AbortController().signal, timed: async (_stage, work) => work() }

async function textOf(images: readonly ImageSource[]) {
  const answer = await sharedRuntime().run({ model: builtInOcr, operation: 'read-text', input: { images } })
  if (!answer.ok) throw new Error(sentenceOf(answer.error))
  return answer.value.output
}

/** Words side by side, the first letter of the first at (60, 50). */
function written(...words: readonly string[]): Sharp {
  const paths = Array.from(words.join(' ')).map(
    (letter, place) => `<path transform="translate(${60 + 56 * place} 50)" d="${STROKES[letter] ?? ''}"/>`,
  )
  const style = 'fill="none" stroke="#111" stroke-width="8"'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="160"><g ${style}>${paths.join('')}</g></svg>`
  return fromSvg(svg).flatten({ background: '#fff' })
}

async function encoded(image: Sharp): Promise<ImageSource> {
  return { kind: 'encoded', bytes: await image.png().toBuffer() }
}
