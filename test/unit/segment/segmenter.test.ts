import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PromptableSegmenter, SegmentImage } from '#core/annotation/predictions/ports'
import { type ClassicSegmenterOptions, classicSegmenter } from '#segment/segmenter'
import { click, cutOut, fileOf, imageAt, painted, type Scene, someFolder } from './scenes.ts'

const SIZE = { width: 320, height: 240 }
const DISC: Scene = { ...SIZE, ground: '#405060', things: '<circle cx="150" cy="100" r="45" fill="#e0a030"/>' }
const PROMPT = { points: [click(150, 100)] }

test('the worker answers what the engine answers', async () => {
  const { segmenter, image } = await readySegmenter()

  expect(await segmenter.segment(image, PROMPT, live())).toEqual(await cutOut(image, PROMPT))
})

test('a prepared image is segmented without its file', async () => {
  const { segmenter, image } = await readySegmenter()

  await segmenter.prepare(image, live())
  await rm(image.path)

  expect(await segmenter.segment(image, PROMPT, live())).toMatchObject({ kind: 'found' })
})

test('a superseded call rejects with its signal’s reason, and the newer one is answered', async () => {
  const { segmenter, image } = await readySegmenter()
  const older = new AbortController()
  const reason = new Error('a newer click came')

  const first = segmenter.segment(image, PROMPT, older.signal)
  const second = segmenter.segment(image, { points: [click(151, 101)] }, live())
  older.abort(reason)

  await expect(first).rejects.toBe(reason)
  expect(await second).toMatchObject({ kind: 'found' })
})

test('a cancelled waiting call ends before the current one', async () => {
  const { segmenter, image } = await readySegmenter()
  const waiting = new AbortController()
  const ended: string[] = []

  const calls = [
    segmenter.segment(image, PROMPT, live()).then(() => ended.push('first')),
    segmenter.segment(image, PROMPT, waiting.signal).catch(() => ended.push('given up')),
    segmenter.segment(image, PROMPT, live()).then(() => ended.push('third')),
  ]
  waiting.abort()
  await Promise.all(calls)

  expect(ended).toEqual(['given up', 'first', 'third'])
})

test('a call whose signal is already aborted is not started', async () => {
  const { segmenter } = await readySegmenter()
  const nowhere = imageAt('/nowhere.png', SIZE)

  await expect(segmenter.segment(nowhere, PROMPT, AbortSignal.abort('too late'))).rejects.toBe('too late')
})

test('clicks come before images that are only prepared', async () => {
  const { segmenter, image } = await readySegmenter()
  const others = await Promise.all([1, 2].map(async () => fileOf(await painted(DISC), SIZE)))
  const ended: string[] = []

  await Promise.all([
    ...others.map((other) => segmenter.prepare(other, live()).then(() => ended.push('prepared'))),
    segmenter.segment(image, PROMPT, live()).then(() => ended.push('answered')),
  ])

  expect(ended).toEqual(['prepared', 'answered', 'prepared'])
})

test('a broken file fails without its path, and the next call works', async () => {
  const { segmenter, image } = await readySegmenter()
  const broken = imageAt(join(await someFolder(), 'broken.png'), SIZE)
  await writeFile(broken.path, 'no image')

  const failed = segmenter.segment(broken, PROMPT, live())
  const next = segmenter.segment(image, PROMPT, live())

  await expect(failed).rejects.toThrow('The file of this image cannot be read')
  expect(await next).toMatchObject({ kind: 'found' })
})

test('when the worker dies the current call fails plainly, and the next one gets a new worker', async () => {
  const { segmenter, image } = await readySegmenter({ workerUrl: new URL('./crashing-worker.ts', import.meta.url) })
  const deadly = imageAt('/crash.png', SIZE)

  const failed = segmenter.segment(deadly, PROMPT, live())
  const next = segmenter.segment(image, PROMPT, live())

  await expect(failed).rejects.toThrow('The segmentation thread stopped')
  expect(await next).toMatchObject({ kind: 'found' })
})

test('a worker that cannot start fails the call instead of leaving it waiting', async () => {
  const { segmenter, image } = await readySegmenter({ workerUrl: new URL('./no-such-worker.ts', import.meta.url) })

  await expect(segmenter.segment(image, PROMPT, live())).rejects.toThrow('The segmentation thread stopped')
})

test('a closed segmenter rejects calls', async () => {
  const { segmenter, image } = await readySegmenter()
  const inWork = segmenter.segment(image, PROMPT, live())
  const closing = segmenter.close()

  await expect(inWork).rejects.toThrow('Segmentation has ended')
  await closing
  await expect(segmenter.prepare(image, live())).rejects.toThrow('Segmentation has ended')
})

interface Ready {
  readonly segmenter: PromptableSegmenter
  readonly image: SegmentImage
}

async function readySegmenter(options: ClassicSegmenterOptions = {}): Promise<Ready> {
  const segmenter = classicSegmenter(options)
  onTestFinished(() => segmenter.close())
  return { segmenter, image: await fileOf(await painted(DISC), SIZE) }
}

function live(): AbortSignal {
  return new AbortController().signal
}
