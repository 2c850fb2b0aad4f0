import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import { exportWriter } from '#compose/exports/export-writer'
import type { BlobStore } from '#core/dataset/images/ports'
import type { WriteContext } from '#core/exchange/exports/ports'
import { folder } from '#formats/exporters/folder'
import type { NamedImage } from '#formats/kit/files'
import { openBlobStore } from '#storage/blobs/blob-store'
import { reviewOf } from '#test/kit/label-files'
import {
  boxShape,
  CRATE,
  collect,
  imageOf,
  pointShape,
  polygonShape,
  rotatedBoxShape,
  SPOON,
  sourceOf,
  textsOf,
  versionOf,
} from './kit.ts'
import { unzipBytes } from './unzip.ts'

let home = ''
let blobs: BlobStore
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tessera-crops-'))
  blobs = await openBlobStore(home)
})
afterEach(() => rm(home, { recursive: true, force: true }))

const CROWD = { ...boxShape(CRATE, [0, 0, 90, 90]), crowd: true as const }

test('every object is an image of its own in the folder of its class, and every split has all classes', async () => {
  const images = [
    imageOf({ fileName: 'a.jpg', shapes: [boxShape(SPOON, [0, 0, 9, 9]), boxShape(CRATE, [5, 5, 9, 9])] }),
    imageOf({ fileName: 'b.jpg', split: 'valid', shapes: [boxShape(CRATE, [0, 0, 9, 9])] }),
  ]
  const version = versionOf({ counts: { train: 1, valid: 1, test: 0 } })

  const files = await collect(folder.files(sourceOf(version, images)))

  expect(files.slice(2).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'crop train/Loffel/a_0001.jpg',
    'crop train/crate/a_0002.jpg',
    'folder valid/Loffel',
    'crop valid/crate/b_0001.jpg',
  ])
})

test.each<[string, Shape, readonly number[]]>([
  ['a box by the pixels that it touches', boxShape(CRATE, [10.4, 20.6, 30.5, 40.1]), [10, 20, 31, 41]],
  ['a box that reaches out of the image as far as it is seen', boxShape(CRATE, [-20, 90, 20, 130]), [0, 90, 20, 100]],
  ['an outline by its bounding rectangle', polygonShape(CRATE, [10, 10, 50, 20, 30, 60]), [10, 10, 50, 60]],
  [
    'a rotated box by its bounding rectangle',
    rotatedBoxShape(CRATE, { center: { x: 100, y: 50 }, width: 40, height: 20, angle: 90 }),
    [90, 30, 110, 70],
  ],
])('%s is cut out', async (_, shape, window) => {
  const files = await collect(folder.files(sourceOf(versionOf(), [imageOf({ shapes: [shape] })])))

  const crop = files.find(({ kind }) => kind === 'crop')
  const { x0 = 0, y0 = 0, x1 = 0, y1 = 0 } = (crop?.kind === 'crop' && crop.cut.windows[crop.place]) || {}
  expect([x0, y0, x1, y1]).toEqual(window)
})

test('images without an object, crowds and points are left out, and the README counts them', async () => {
  const images = [
    imageOf({ fileName: 'a.jpg', shapes: [boxShape(CRATE, [0, 0, 9, 9]), CROWD] }),
    imageOf({ fileName: 'b.jpg' }),
    imageOf({ fileName: 'c.jpg', shapes: [CROWD] }),
    imageOf({ fileName: 'd.jpg', shapes: [boxShape(CRATE, [199.5, 0, 300, 9])] }),
    imageOf({ fileName: 'e.jpg', shapes: [pointShape(CRATE, 5, 5)] }),
  ]
  const version = versionOf({ counts: { train: 5, valid: 0, test: 0 }, crowds: 2, lines: 1 })
  const files = await collect(folder.files(sourceOf(version, images)))

  const readme = (await textsOf(folder.files(sourceOf(version, images))))['README.tessera.txt']?.split('\n')

  expect(files.flatMap(({ kind, path }) => (kind === 'crop' ? [path] : []))).toEqual(['train/crate/a_0001.jpg'])
  expect(readme).toEqual(
    expect.arrayContaining([
      'train: 1 image',
      'skipped: 2 crowd or ignore regions (not supported by this format)',
      'skipped: 2 images (none of their shapes is supported by this format)',
      'skipped: 2 images without an object',
    ]),
  )
})

test('objects that cover many pixels together are cut out in several turns', async () => {
  const shapes = Array.from({ length: 5 }, () => boxShape(CRATE, [0, 0, 3000, 2000]))
  const image = imageOf({ width: 3000, height: 2000, shapes })

  const files = await collect(folder.files(sourceOf(versionOf(), [image])))

  const cuts = files.flatMap((file) => (file.kind === 'crop' ? [file.cut] : []))
  expect([...new Set(cuts)].map(({ windows }) => windows.length)).toEqual([2, 2, 1])
})

test('the archive holds the pixels of each object, and is read back as a classification dataset', async () => {
  const shapes = [boxShape(SPOON, [100, 0, 160, 100]), boxShape(CRATE, [0, 0, 100, 50])]
  const image = await stored('jpeg', { fileName: 'a.jpg', shapes })

  const entries = await exported([image])

  const crops = entries.filter(({ path }) => path.startsWith('train/'))
  expect(crops.map(({ path }) => path)).toEqual(['train/Loffel/a_0001.jpg', 'train/crate/a_0002.jpg'])
  expect(await Promise.all(crops.map(({ bytes }) => looksOf(bytes)))).toEqual([
    { format: 'jpeg', width: 60, height: 100, color: 'blue' },
    { format: 'jpeg', width: 100, height: 50, color: 'red' },
  ])
  const contents = Object.fromEntries(entries.map(({ path, bytes }) => [path, bytes]))
  const { id, fates, splits } = await reviewOf(contents, 'single-label-classification')
  expect({ id, fates, splits }).toEqual({
    id: 'folder',
    fates: { 'train/Loffel/a_0001.jpg': ['Loffel'], 'train/crate/a_0002.jpg': ['crate'] },
    splits: { 'train/Loffel/a_0001.jpg': 'train', 'train/crate/a_0002.jpg': 'train' },
  })
})

test('crops of an image without loss have none either', async () => {
  const image = await stored('png', { fileName: 'a.png', shapes: [boxShape(CRATE, [90, 0, 110, 10])] })

  const [crop] = (await exported([image])).filter(({ path }) => path.startsWith('train/crate'))

  const { data, info } = await sharp(crop?.bytes).raw().toBuffer({ resolveWithObject: true })
  expect(crop?.path).toBe('train/crate/a_0001.png')
  expect([info.width, info.height, ...data.subarray(0, 3), ...data.subarray(57, 60)]).toEqual([20, 10, ...RED, ...BLUE])
})

test('an image whose stored bytes have changed is named, and nothing of it is cut out', async () => {
  const image = await stored('jpeg', { fileName: 'a.jpg', shapes: [boxShape(CRATE, [0, 0, 9, 9])] })
  const path = blobs.pathOf(image.blob)
  const bytes = await readFile(path)
  bytes[bytes.length - 10] = (bytes.at(-10) ?? 0) ^ 1
  await writeFile(path, bytes)

  await expect(exported([image])).rejects.toMatchObject({
    code: 'picture-unreadable',
    path: 'train/crate/a_0001.jpg',
  })
})

test('a cancelled export of crops ends with the reason', async () => {
  const images = [
    await stored('jpeg', { fileName: 'a.jpg', shapes: [boxShape(CRATE, [0, 0, 9, 9])] }),
    await stored('jpeg', { fileName: 'b.jpg', shapes: [boxShape(CRATE, [0, 0, 9, 9])] }),
  ]
  const abort = new AbortController()
  const reason = new Error('Cancelled')
  const reports: number[] = []
  const report: WriteContext['report'] = ({ current }) => {
    reports.push(current)
    abort.abort(reason)
  }

  await expect(exported(images, { signal: abort.signal, report })).rejects.toBe(reason)
  expect(reports).toEqual([1])
})

const RED = [255, 0, 0]
const BLUE = [0, 0, 255]

/** Red on its left half, blue on its right one. */
async function stored(format: 'jpeg' | 'png', changes: Partial<NamedImage>): Promise<NamedImage> {
  const right = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#00f' } })
    .png()
    .toBuffer()
  const encoded = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#f00' } })
    .composite([{ input: right, left: 100, top: 0 }])
    .toFormat(format)
    .toBuffer()
  const received = await blobs.receive(once(encoded), encoded.length)
  await received.keep()
  return imageOf({ ...changes, blob: brand(received.hash), bytes: encoded.length })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function exported(images: readonly NamedImage[], changes: Partial<WriteContext> = {}) {
  const counts = { train: images.length, valid: 0, test: 0 }
  const context = { signal: new AbortController().signal, report: () => undefined, ...changes }
  const { path } = await exportWriter(blobs).write('folder', sourceOf(versionOf({ counts }), images), context)
  return unzipBytes(path)
}

async function looksOf(bytes: Uint8Array) {
  const { format, width, height } = await sharp(bytes).metadata()
  const { dominant } = await sharp(bytes).stats()
  return { format, width, height, color: dominant.r > dominant.b ? 'red' : 'blue' }
}
