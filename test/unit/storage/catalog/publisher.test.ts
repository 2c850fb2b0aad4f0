import { readlinkSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Skeleton } from '#common/annotation/skeleton'
import type { PublishedImage } from '#core/exchange/catalog/ports'
import type { PublishedHead } from '#core/exchange/catalog/publish-ports'
import { catalogFolders } from '#storage/catalog/catalog-folders'
import { hashOf } from '#storage/catalog/inside'
import { LARGE_MANIFEST } from '#storage/catalog/manifest-source'
import { catalogPublisher } from '#storage/catalog/publisher'
import { someImage } from '../../../kit/images.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-catalog-'))
})
afterEach(async () => rm(folder, { recursive: true }))

const HEAD: PublishedHead = {
  name: 'Cups',
  type: 'instance-segmentation',
  license: 'MIT',
  annotationGroup: 'cups',
  classes: [
    { name: 'saucer', color: 9 },
    { name: 'cup', color: 2, attributes: [{ name: 'colour', kind: 'choice', choices: ['red'], isRequired: false }] },
  ],
}

const OBJECTS: NonNullable<PublishedImage['objects']> = [
  { className: 'cup', kind: 'box', box: { x0: 1.5, y0: 2, x1: 30, y1: 40 }, said: { colour: 'red' }, group: 'a' },
  {
    className: 'saucer',
    kind: 'polygon',
    rings: [
      [0, 0, 9, 0, 9, 9],
      [1, 1, 3, 1, 3, 3],
    ],
  },
]

/** Three images: with objects, with nothing to label, and not labeled. */
async function images(): Promise<{ path: string; image: PublishedImage }[]> {
  return Promise.all(
    [OBJECTS, [], undefined].map(async (objects, at) => {
      const path = join(folder, `source-${at}.png`)
      await writeFile(path, await someImage())
      const words = { file: `images/${at}.png`, name: `Cup ${at}.png`, split: 'valid', tags: ['night'] } as const
      const image = { ...words, metadata: { lane: 4, wet: true }, width: 64, height: 48, objects }
      return { path, image: { ...image, sha256: await hashOf(path) } }
    }),
  )
}

function reader(warnings: string[] = []) {
  const describe = async () => undefined
  return catalogFolders({ folders: [folder], imageFiles: { describe }, warn: (message) => warnings.push(message) })
}

test('what is published is read back as it was', async () => {
  const added = await images()
  const draft = await catalogPublisher([folder]).begin(folder, 'task')
  for (const { image, path } of added) await draft.add(image, { path, looks: new Uint8Array(160).fill(3) })
  const path = await draft.finish(HEAD, 'cups')

  const warnings: string[] = []
  const contents = await reader(warnings).contents('cups')

  expect(path).toBe(join(folder, 'cups'))
  expect(warnings).toEqual([])
  expect(contents).toMatchObject({
    ok: true,
    value: { classes: HEAD.classes, images: added.map(({ image }) => image) },
  })
  expect(await reader().descriptors('cups')).toEqual(added.map(() => Buffer.alloc(160, 3)))
  expect(await reader().list()).toMatchObject([
    { project: 'cups', name: 'Cups', images: 3, license: 'MIT', cover: { isLabelled: true } },
  ])
})

test('labels of every kind are read back, and the points of a class', async () => {
  const labels: NonNullable<PublishedImage['objects']> = [
    {
      className: 'cup',
      kind: 'keypoints',
      box: { x0: 1, y0: 2, x1: 30, y1: 40 },
      points: [
        { x: 3, y: 4.5, visibility: 2 },
        { x: 0, y: 0, visibility: 0 },
      ],
    },
    { className: 'cup', kind: 'whole' },
    { className: 'cup', kind: 'text', prompt: '', answer: 'A cup' },
  ]
  const skeleton: Skeleton = { points: ['handle', 'rim'], edges: [[0, 1]] }
  const [first] = await images()
  if (!first) throw new Error('There is no image')
  const draft = await catalogPublisher([folder]).begin(folder, 'task')
  await draft.add({ ...first.image, objects: labels }, { path: first.path, looks: undefined })
  await draft.finish({ ...HEAD, classes: [{ name: 'cup', color: 2, skeleton }] }, 'cups')

  const contents = await reader().contents('cups')

  expect(contents).toMatchObject({
    ok: true,
    value: { classes: [{ name: 'cup', skeleton }], images: [{ objects: labels }] },
  })
})

test('nobody finds a draft before it is finished, and a discarded one leaves nothing', async () => {
  const publisher = catalogPublisher([folder])
  const [first, ...others] = await images()
  const draft = await publisher.begin(folder, 'task')
  if (first) await draft.add(first.image, { path: first.path, looks: undefined })

  const before = await reader().list()
  await publisher.discard(folder, 'task')

  expect(before).toEqual([])
  expect(others).toHaveLength(2)
  expect((await readdir(folder)).filter((name) => !name.startsWith('source'))).toEqual([])
})

test('a project that is published again lies beside the first one', async () => {
  const publisher = catalogPublisher([folder])

  const paths = []
  for (const key of ['one', 'two']) paths.push(await (await publisher.begin(folder, key)).finish(HEAD, 'cups'))

  expect(paths).toEqual([join(folder, 'cups'), join(folder, 'cups-2')])
  expect((await reader().list()).map(({ project }) => project)).toEqual(['cups', 'cups-2'])
})

test('projects that are published under one name at the same time have a folder each', async () => {
  const publisher = catalogPublisher([folder])
  const drafts = await Promise.all(['one', 'two', 'three'].map((key) => publisher.begin(folder, key)))

  const paths = await Promise.all(drafts.map((draft) => draft.finish(HEAD, 'cups')))

  expect(paths.toSorted()).toEqual(['cups', 'cups-2', 'cups-3'].map((name) => join(folder, name)))
})

test.skipIf(process.platform !== 'linux')('all of a project is on the disk before others find it', async () => {
  const draft = await catalogPublisher([folder]).begin(folder, 'task')
  const flushed = await watchedFlushes()
  const [first] = await images()
  if (first === undefined) throw new Error('There is no image to publish')

  await draft.add(first.image, { path: first.path, looks: undefined })
  const path = await draft.finish(HEAD, 'cups')

  const hidden = join(folder, '.publishing-task')
  expect(flushed).toEqual([
    join(hidden, first.image.file),
    join(hidden, 'images'),
    join(hidden, 'tessera-catalog.json'),
    hidden,
    folder,
  ])
  expect(path).toBe(join(folder, 'cups'))
})

/** Paths of the files and folders that are flushed from now on, in this order. */
async function watchedFlushes(): Promise<readonly string[]> {
  const flushed: string[] = []
  const handle = await open(folder, 'r')
  const kind: FileHandle = Object.getPrototypeOf(handle)
  for (const name of ['sync', 'datasync'] as const) {
    const flush = kind[name]
    const watched = vi.spyOn(kind, name).mockImplementation(async function (this: FileHandle) {
      flushed.push(readlinkSync(`/proc/self/fd/${this.fd}`))
      await flush.call(this)
    })
    onTestFinished(() => watched.mockRestore())
  }
  await handle.close()
  return flushed
}

test('a broken manifest is told once with its fault, until it is mended', async () => {
  const warnings: string[] = []
  const folders = reader(warnings)
  const path = await (await catalogPublisher([folder]).begin(folder, 'task')).finish(HEAD, 'cups')
  await writeFile(join(path, 'tessera-catalog.json'), '{"kind": "tessera-catalog", "version": 2}')

  const lists = [await folders.list(), await folders.list()]
  await writeFile(
    join(path, 'tessera-catalog.json'),
    JSON.stringify({ kind: 'tessera-catalog', version: 1, ...HEAD, images: [] }),
  )

  expect(lists).toEqual([[], []])
  expect(warnings).toEqual([expect.stringMatching(/cups.*version: must be 1/)])
  expect(await folders.list()).toMatchObject([{ name: 'Cups', images: 0, cover: undefined }])
})

/** Lengths of what this thread parses from now on. */
function parsedHere(): number[] {
  const { parse } = JSON
  const lengths: number[] = []
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    lengths.push(String(text).length)
    return parse(text, reviver)
  })
  return lengths
}

test('a large manifest is read in a thread, and its images come in parts', async () => {
  const [first] = await images()
  if (first === undefined) throw new Error('There is no image')
  const draft = await catalogPublisher([folder]).begin(folder, 'task')
  const objects = Array.from({ length: 1500 }, () => OBJECTS).flat()
  const added = ['a', 'b', 'c'].map((name) => ({ ...first.image, file: `images/${name}.png`, objects }))
  for (const image of added)
    await draft.add(image, { path: first.path, looks: new Uint8Array(160).fill(image.file.charCodeAt(7)) })
  const path = await draft.finish(HEAD, 'cups')
  const lengths = parsedHere()

  const contents = await reader().contents('cups')
  const [described, [listed]] = [await reader().descriptors('cups'), await reader().list()]
  await writeFile(
    join(path, 'tessera-catalog.json'),
    `{"kind":"tessera-catalog","version":2,"x":"${' '.repeat(LARGE_MANIFEST)}"}`,
  )
  const warnings: string[] = []
  const broken = await reader(warnings).list()
  vi.restoreAllMocks()

  expect(contents).toMatchObject({ ok: true, value: { classes: HEAD.classes, images: added } })
  expect(described).toEqual(['a', 'b', 'c'].map((name) => new Uint8Array(160).fill(name.charCodeAt(0))))
  expect(listed).toMatchObject({ images: 3, classes: [{ shapes: 4500 }, { shapes: 4500 }] })
  expect([broken, warnings]).toEqual([[], [expect.stringContaining('must be 1: this Tessera')]])
  expect(lengths.filter((length) => length > 1000)).toEqual([])
})
