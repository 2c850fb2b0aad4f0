import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brand } from '#common/border'
import { fillRings, type Mask, maskIou } from '#common/geometry/mask'
import type { Rings } from '#common/geometry/polygon'
import { encodeMask } from '#common/geometry/rle'
import { imagePoint, type Size } from '#common/geometry/space'
import type { BlobHash } from '#common/ids'
import type { SegmentAnswer, SegmentImage } from '#core/annotation/predictions/ports'
import type { InstalledModel } from '#core/models/inference/ports'
import { ringsOf } from '#inference/masks/rings'
import { chooseSegmenter } from '#inference/segmenter'
import { classicSegmenter } from '#segment/segmenter'
import { installedModel, sharedRuntime } from '../../kit/model-host.ts'
import { samexporterToy, type ToySam, transformersFirstToy } from '../../kit/toy-models/sam/layouts.ts'
import { type Disc, discMask, whiteImage } from '../../kit/toy-models/sam/scene.ts'

const SIZE = { width: 800, height: 600 }
const DISC = { x: 300, y: 250, radiusX: 90, radiusY: 90 }
const PROMPT = { points: [{ at: imagePoint(310, 240), positive: true }] }

test('a click is answered by the model with its guesses by extent, best first', async () => {
  const { segmenter, image } = await studio({ toy: samexporterToy() })

  const answer = await segmenter.segment(image, PROMPT, live())

  expect(segmenter.name).toBe('A toy')
  // The larger two discs of the toy both end where the white disc ends.
  expect(candidatesIn(answer).map(({ extent, score }) => [extent, score.toFixed(1)])).toEqual([
    ['whole', '0.9'],
    ['part', '0.5'],
  ])
  expect(agreementOf(candidatesIn(answer)[0]?.rings ?? [], SIZE, DISC)).toBeGreaterThan(0.98)
})

test('the outline has few corners, all of them in the image', async () => {
  const { segmenter, image } = await studio({
    toy: samexporterToy(),
    disc: { x: 20, y: 590, radiusX: 90, radiusY: 90 },
  })

  const answer = await segmenter.segment(image, { points: [{ at: imagePoint(30, 580), positive: true }] }, live())

  const [ring = []] = candidatesIn(answer)[0]?.rings ?? []
  expect(ring.length / 2).toBeLessThan(40)
  expect(Math.min(...ring)).toBe(0)
  expect(Math.max(...ring.filter((_, i) => i % 2 === 1))).toBe(600)
})

test('a click at nothing finds nothing', async () => {
  const { segmenter, image } = await studio({ toy: samexporterToy() })

  const answer = await segmenter.segment(image, { points: [{ at: imagePoint(780, 20), positive: true }] }, live())

  expect(answer).toEqual({ kind: 'nothing-found' })
})

test('the classic engine serves until a model is installed', async () => {
  const { segmenter, image, shelf } = await studio({})
  const before = await segmenter.segment(image, PROMPT, live())
  const nameBefore = segmenter.name

  shelf.push(await toyModel(samexporterToy()))
  await segmenter.prepare(image, live())
  const after = await segmenter.segment(image, PROMPT, live())

  expect([nameBefore, segmenter.name]).toEqual(['Classic', 'A toy'])
  expect([before.kind, after.kind]).toEqual(['found', 'found'])
})

test('the classic engine serves where the model does not run, and the reason is told once', async () => {
  const { encoder, decoder } = samexporterToy()
  const { segmenter, image, warnings } = await studio({ toy: { encoder: decoder, decoder: encoder } })

  const answers = [await segmenter.segment(image, PROMPT, live()), await segmenter.segment(image, PROMPT, live())]

  expect(answers.map(({ kind }) => kind)).toEqual(['found', 'found'])
  expect(segmenter.name).toBe('Classic')
  expect(warnings).toEqual([expect.stringContaining('does not run')])
})

test('the classic engine serves a box that the model has no input for', async () => {
  const { segmenter, image } = await studio({ toy: transformersFirstToy() })

  const answer = await segmenter.segment(image, { points: [], box: { x0: 200, y0: 150, x1: 400, y1: 350 } }, live())

  expect(agreementOf(candidatesIn(answer)[0]?.rings ?? [], SIZE, DISC)).toBeGreaterThan(0.9)
})

test('a call that another one supersedes rejects with its signal’s reason, and the newer one is answered', async () => {
  const { segmenter, image } = await studio({ toy: samexporterToy() })
  const older = new AbortController()
  const reason = new Error('a newer click came')

  const first = segmenter.segment(image, PROMPT, older.signal)
  const second = segmenter.segment(image, PROMPT, live())
  older.abort(reason)

  await expect(first).rejects.toBe(reason)
  expect(await second).toMatchObject({ kind: 'found' })
})

test('the outlines of an object in a large image follow it, its hole and its parts', () => {
  const size = { width: 4000, height: 3000 }
  const mask = discMask(size, { x: 2000, y: 1600, radiusX: 1500, radiusY: 1200 })
  for (const [left, top, right, bottom, value] of [
    [1800, 1500, 2400, 1800, 0],
    [100, 100, 500, 400, 1],
  ] as const)
    for (let y = top; y < bottom; y += 1) mask.data.fill(value, y * size.width + left, y * size.width + right)
  mask.data[0] = 1

  const rings = ringsOf(encodeMask(mask), size)

  expect(rings).toHaveLength(3)
  expect(maskIou(fillRings(rings, size), mask)).toBeGreaterThan(0.99)
})

test('the outlines of an object in a small image are those of its pixels', () => {
  const size = { width: 9, height: 7 }
  const mask: Mask = {
    ...size,
    data: Uint8Array.from({ length: 63 }, (_, i) => (i % 9 > 2 && i > 17 && i % 9 < 7 ? 1 : 0)),
  }

  expect(ringsOf(encodeMask(mask), size)).toEqual([[3, 2, 7, 2, 7, 7, 3, 7]])
  expect(ringsOf([63], size)).toEqual([])
})

interface Studio {
  readonly toy?: ToySam
  readonly disc?: Disc
}

async function studio({ toy, disc = DISC }: Studio) {
  const shelf = toy ? [await toyModel(toy)] : []
  const warnings: string[] = []
  const classic = classicSegmenter()
  const segmenter = chooseSegmenter({
    runtime: sharedRuntime(),
    shelf: {
      list: async () => shelf,
      find: async (id) => shelf.find(({ manifest }) => manifest.id === id),
      fault: async () => undefined,
    },
    classic,
    warn: (message) => warnings.push(message),
  })
  onTestFinished(() => segmenter.close())
  return { segmenter, shelf, warnings, image: await imageOf(disc) }
}

function toyModel(toy: ToySam): Promise<InstalledModel> {
  return installedModel({ id: 'toys/sam', name: 'A toy', task: 'unsupervised-segmentation', family: 'sam' }, toy)
}

async function imageOf(disc: Disc): Promise<SegmentImage> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-segmenter-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'image.png')
  await writeFile(path, await whiteImage(SIZE, disc))
  return { ...SIZE, hash: brand<BlobHash>(`disc at ${disc.x}`), path }
}

function candidatesIn(answer: SegmentAnswer) {
  return answer.kind === 'found' ? answer.candidates : []
}

function agreementOf(rings: Rings, size: Size, disc: Disc): number {
  return maskIou(fillRings(rings, size), discMask(size, disc))
}

function live(): AbortSignal {
  return new AbortController().signal
}
