import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { brand } from '#common/border'
import { ringsBounds } from '#common/geometry/polygon'
import { imagePoint, type Size } from '#common/geometry/space'
import type { BlobHash } from '#common/ids'
import type { SegmentAnswer, SegmentImage } from '#core/annotation/predictions/ports'
import { readEmbedding, writeEmbedding } from '#inference/embeddings/stored'
import type { Tensors } from '#inference/host/session'
import { chooseSegmenter } from '#inference/segmenter'
import { classicSegmenter } from '#segment/segmenter'
import { installedModel, testRuntime } from '../../../kit/model-host.ts'
import { samexporterToy } from '../../../kit/toy-models/sam/layouts.ts'
import { whiteImage } from '../../../kit/toy-models/sam/scene.ts'

const SIZE = { width: 800, height: 600 }
const DISC = { x: 300, y: 250, radiusX: 90, radiusY: 90 }
const TENSORS: Tensors = { image: { type: 'float32', dims: [1, 500], data: new Float32Array(500).fill(0.5) } }
const PROMPT = { points: [{ at: imagePoint(310, 240), positive: true }] }

test('an embedding is there after a restart, even where the image could not be read any more', async () => {
  const folder = await someFolder()
  const model = await toyModel()
  const image = await imageOf(SIZE)
  const first = await studio(folder, model)
  const prepared = await first.prepare(image, live())
  await rm(image.path)

  const second = await studio(folder, model)
  const kept = await second.prepared([image, await imageOf(SIZE, 'other')])

  expect(prepared).toEqual({ engine: 'A toy', hasEmbeddings: true })
  expect(kept).toEqual([image])
  expect(boundsOf(await second.segment(image, PROMPT, live()))).toMatchObject({ x0: expect.closeTo(210, -1) })
})

test('a damaged file is thrown away, as if there had never been one', async () => {
  const place = { folder: await someFolder(), name: 'one', mostBytes: 1e6 }
  await writeEmbedding(place, { tensors: TENSORS, facts: { name: 'one' } })
  const whole = await readFile(join(place.folder, 'one'))
  await writeFile(join(place.folder, 'one'), whole.subarray(0, whole.length - 7))

  expect(await readEmbedding(place)).toBeUndefined()
  expect(await readdir(place.folder)).toEqual([])
})

test('the embeddings used least lately go when there is no more room', async () => {
  const folder = await someFolder()
  const place = (name: string) => ({ folder, name, mostBytes: 3000 })
  for (const name of ['old', 'used']) await writeEmbedding(place(name), { tensors: TENSORS, facts: { name } })
  await utimes(join(folder, 'old'), 100, 100)
  await utimes(join(folder, 'used'), 50, 50)
  await readEmbedding(place('used'))

  await writeEmbedding(place('new'), { tensors: TENSORS, facts: {} })

  expect((await readdir(folder)).toSorted()).toEqual(['new', 'used'])
  expect((await stat(join(folder, 'new'))).size).toBeLessThan(1200)
  expect(await readEmbedding(place('used'))).toEqual({ tensors: TENSORS, facts: { name: 'used' } })
  expect(await readEmbedding(place('old'))).toBeUndefined()
})

test('a part that is looked at closely gives the outline at its place, in images of odd sizes and turned ones', async () => {
  const disc = { x: 1500, y: 1200, radiusX: 60, radiusY: 60 }
  const crop = { x0: 1280, y0: 1000, x1: 1813, y1: 1490 }
  const tall = await imageOf({ width: 2130, height: 1960 }, 'tall', disc)
  const wide = await imageOf({ width: 2145, height: 1960 }, 'wide', disc)
  const segmenter = await studio(await someFolder(), await toyModel())
  const off = async (image: SegmentImage, [x, y]: readonly [number, number]) => {
    const { x0, y0, x1, y1 } = boundsOf(
      await segmenter.segment(image, { points: [{ at: imagePoint(x + 5, y - 5), positive: true }] }, live()),
    )
    return Math.max(...[x0 - x + 60, y0 - y + 60, x1 - x - 60, y1 - y - 60].map(Math.abs))
  }

  expect(await off({ ...tall, crop }, [1500, 1200])).toBeLessThan(4)
  expect(await off({ ...wide, crop }, [1500, 1200])).toBeLessThan(4)
  // Shown turned to the right: a place (x, y) of the file is seen at (height − y, x).
  expect(
    await off({ ...(await turned(tall)), crop: { x0: 500, y0: 1300, x1: 1000, y1: 1700 } }, [760, 1500]),
  ).toBeLessThan(4)
})

/** The same pixels in a file that says it is to be shown turned to the right. */
async function turned({ path, width, height }: SegmentImage): Promise<SegmentImage> {
  const file = `${path}.jpg`
  await sharp(path).withMetadata({ orientation: 6 }).jpeg({ quality: 98 }).toFile(file)
  return { hash: brand<BlobHash>('turned'), path: file, width: height, height: width }
}

async function studio(folder: string, model: Awaited<ReturnType<typeof toyModel>>) {
  const segmenter = chooseSegmenter({
    runtime: testRuntime(),
    shelf: { list: async () => [model], find: async () => model, fault: async () => undefined },
    classic: classicSegmenter(),
    embeddings: { folder, mostBytes: 1e9 },
    warn: () => undefined,
  })
  onTestFinished(() => segmenter.close())
  return segmenter
}

function toyModel() {
  return installedModel(
    { id: 'toys/sam', name: 'A toy', task: 'unsupervised-segmentation', family: 'sam' },
    samexporterToy(),
  )
}

async function imageOf(size: Size, name = 'image', disc = DISC): Promise<SegmentImage> {
  const path = join(await someFolder(), `${name}.png`)
  await writeFile(path, await whiteImage(size, disc))
  return { ...size, hash: brand<BlobHash>(name), path }
}

async function someFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-embeddings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function boundsOf(answer: SegmentAnswer) {
  return ringsBounds(answer.kind === 'found' ? (answer.candidates[0]?.rings ?? []) : [])
}

function live(): AbortSignal {
  return new AbortController().signal
}
