import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '#common/border'
import type { BlobHash } from '#common/ids'
import { archiveOf } from '#formats/archive'
import { openAi } from '#formats/exporters/openai'
import { describeExport } from '#formats/preview'
import { boxShape, CRATE, collect, imageOf, noCuts, sourceOf, textShape, versionOf } from './kit.ts'
import { unzip } from './unzip.ts'

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xd9])
const shapes = [textShape('What floats?', 'A crate'), textShape('What else?', 'Nothing')]
const images = [
  imageOf({ fileName: 'a.jpg', shapes, blob: brand<BlobHash>('a'.repeat(64)) }),
  imageOf({ fileName: 'b.jpg', shapes, blob: brand<BlobHash>('b'.repeat(64)) }),
  imageOf({ fileName: 'c.jpg', split: 'valid', blob: brand<BlobHash>('c'.repeat(64)) }),
]
const version = versionOf({ projectType: 'text-image-pairs', counts: { train: 2, valid: 1, test: 0 } })

test('an image is read for each of its lines, one at a time, and counts once', async () => {
  const [reads, reports]: [string[], number[]] = [[], []]
  let [open, most] = [0, 0]
  const archive = archiveOf(openAi.files(sourceOf(version, images)), {
    mtime: version.createdAt,
    signal: new AbortController().signal,
    cutOut: noCuts,
    async readImage({ blob }) {
      open += 1
      most = Math.max(most, open)
      await Promise.resolve()
      open -= 1
      reads.push(blob.slice(0, 1))
      return JPEG
    },
    report: (images) => void reports.push(images),
  })

  await collect(archive)

  expect(reads).toEqual(['a', 'a', 'b', 'b', 'c'])
  expect(reports).toEqual([1, 2, 3])
  expect(most).toBe(1)
})

test('the lines of the archive hold the bytes of the stored image', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-chats-'))
  const archive = archiveOf(openAi.files(sourceOf(version, images)), {
    mtime: version.createdAt,
    signal: new AbortController().signal,
    cutOut: noCuts,
    readImage: async () => JPEG,
  })
  await writeFile(join(folder, 'chats.zip'), Buffer.concat(await collect(archive)))

  const entries = await unzip(join(folder, 'chats.zip'))
  await rm(folder, { recursive: true })

  expect(entries.slice(2).map(({ path }) => path)).toEqual(['_annotations.train.jsonl', '_annotations.valid.jsonl'])
  const chats = (entries[2]?.text ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).messages)
  const urls = chats.map(([, { content }]) => content[1].image_url.url)
  expect(chats.map(([, user, assistant]) => [user.content[0].text, assistant.content])).toEqual([
    ['What floats?', 'A crate'],
    ['What else?', 'Nothing'],
    ['What floats?', 'A crate'],
    ['What else?', 'Nothing'],
  ])
  expect(urls).toEqual(Array.from({ length: 4 }, () => `data:image/jpeg;base64,${JPEG.toString('base64')}`))
})

test('people see the question and the answer', async () => {
  const preview = await describeExport(openAi, versionOf(), imageOf({ shapes: [boxShape(CRATE, [0, 0, 20, 10])] }))

  expect(preview.record?.split('\n')).toEqual([
    '{ "user": "detect Loffel ; crate",',
    '  "assistant": "<loc0000><loc0000><loc0102><loc0102> crate"…',
  ])
})
