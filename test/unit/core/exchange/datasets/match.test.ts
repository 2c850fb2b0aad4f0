import { expect, test } from 'vitest'
import { brand } from '#common/border'
import type { BlobHash, ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { imageMatcher } from '#core/exchange/datasets/match'
import type { KnownImage } from '#core/exchange/datasets/staging-ports'

const PATHS = [
  'bay.JPG',
  'train/images/001.jpg',
  'valid/images/001.jpg',
  'a.b.png',
  'one/twin.png',
  'two/twin.png',
  'deep/er/only.webp',
  'cafe\u0301.jpg',
  'sea/gull.png',
  'sea/Gull.png',
  'images/train2017/frame.jpg',
  'images/val2017/frame.jpg',
]

function known(...names: string[]): KnownImage[] {
  return names.map((name, at) => ({
    id: brand<ImageId>(`image00${at}`),
    name,
    blob: brand<BlobHash>('0'.repeat(64)),
    width: 10,
    height: 10,
    isLabelled: false,
    isNew: false,
  }))
}

/** Bytes that nobody asks for: where the image is said to lie is enough here. */
const HELD = { bytes: () => new Uint8Array() }

function found(
  name: string,
  path: string,
  images: readonly KnownImage[] = [],
  held: Partial<typeof HELD> = {},
): string {
  const match = imageMatcher(PATHS, images)({ name, source: { path }, ...held })
  if (match.kind === 'none') return sentenceOf(match.reason)
  if (match.kind === 'inside') return `inside: ${match.path}`
  return match.kind === 'file' ? (PATHS[match.index] ?? '') : `project: ${match.image.name}`
}

test.each([
  ['a bare name, in any case of letters', 'BAY.jpg', 'labels.json', 'bay.JPG'],
  ['a name with accents of one kind or the other', 'Caf\u00E9.jpg', 'labels.json', 'cafe\u0301.jpg'],
  ['a path from the root', 'valid/images/001.jpg', 'labels/all.csv', 'valid/images/001.jpg'],
  ['a path from the label file', '../images/001.jpg', 'train/labels/x.json', 'train/images/001.jpg'],
  ['a path of another machine', 'C:\\data\\deep\\er\\only.webp', 'labels.json', 'deep/er/only.webp'],
  ['a name without ending', 'only', 'labels/only.txt', 'deep/er/only.webp'],
  ['a name without ending that has a dot', 'a.b', 'a.b.txt', 'a.b.png'],
  ['a name with another ending', 'only.tif', 'labels.json', 'deep/er/only.webp'],
  ['of two, the one in the folder of the label file', '001', 'valid/labels/001.txt', 'valid/images/001.jpg'],
  ['of two that differ in letter case, the one that is written so', 'Gull.png', 'labels.json', 'sea/Gull.png'],
  ['of these, the other one', 'sea/gull.png', 'labels.json', 'sea/gull.png'],
  ['of these, the one without its ending', 'Gull', 'labels/Gull.txt', 'sea/Gull.png'],
  ['of these, the one with another ending', '/data/gull.jpg', 'labels.json', 'sea/gull.png'],
  ['a name with spaces around it', ' bay.jpg ', 'labels.csv', 'bay.JPG'],
  [
    'of two, the one of the split in the name of the label file',
    'frame.jpg',
    'annotations/instances_train2017.json',
    'images/train2017/frame.jpg',
  ],
  [
    'of two, the one of the split of a folder of words',
    'frame',
    'obj_valid_data/frame.txt',
    'images/val2017/frame.jpg',
  ],
  [
    'of two, the one in a folder of an address',
    's3://bucket/val2017/frame.jpg',
    'x.manifest',
    'images/val2017/frame.jpg',
  ],
  ['of two, the one in the folder that is said', 'valid/001.jpg', 'labels.json', 'valid/images/001.jpg'],
])('%s finds its image', (_, name, path, expected) => {
  expect(found(name, path)).toBe(expected)
})

test('two images that may both be meant are named instead of guessed', () => {
  expect(found('twin.png', 'labels.json')).toBe(
    '2 images of the dataset are called "twin.png", and it is not clear which is meant',
  )
  expect(found('sea/GULL.png', 'labels.json')).toBe(
    '2 images of the dataset are called "GULL.png", and it is not clear which is meant',
  )
})

test('an image of the project is found by name, and only where the dataset has none', () => {
  expect(found('quay.png', 'l.json', known('Quay.png', 'bay.jpg'))).toBe('project: Quay.png')
  expect(found('bay', 'l.json', known('bay.jpg'))).toBe('bay.JPG')
  expect(found('Quay.png', 'l.json', known('quay.png', 'Quay.png'))).toBe('project: Quay.png')
  expect(found('quay', 'l.json', known('quay.png', 'quay.jpg'))).toBe(
    '2 images of the project are called "quay", and it is not clear which is meant',
  )
  expect(found('reef.png', 'l.json')).toBe('Image "reef.png" not found in the dataset or project')
})

test('steps that lead out of the dataset lead to no other image of it', () => {
  expect(found('../../bay.png.exe', 'a/l.json')).toBe('Image "bay.png.exe" not found in the dataset or project')
})

test('an image that its label file holds is one of its own, unless a file or an older image has its name', () => {
  const [older, newer] = [known('quay.png'), known('quay.png').map((image) => ({ ...image, isNew: true }))]

  expect(found('bay.jpg', 'r.tfrecord', [], HELD)).toBe('bay.JPG')
  expect(found('quay.png', 'r.tfrecord', older, HELD)).toBe('project: quay.png')
  expect(found('quay.png', 'r.tfrecord', newer, HELD)).toBe('inside: r.tfrecord/quay.png')
  expect(found('twin.png', 'a/r.tfrecord', [], HELD)).toBe('inside: a/r.tfrecord/twin.png')
  expect(found('../../etc/x.png', 'r.tfrecord', [], HELD)).toBe('inside: r.tfrecord/etc/x.png')
  expect(found('a\nb.png', 'r.tfrecord', [], HELD)).toBe('Image "a b.png": Its path contains control characters')
})

test.each([
  ['https://quay.org/one/twin.png?token=a/b', 'one/twin.png'],
  ['gs://bucket/deep/er/only%2ewebp', 'deep/er/only.webp'],
  ['s3://bucket/caf%C3%A9.jpg#1', 'cafe\u0301.jpg'],
  ['one%2Ftwin.png', 'one/twin.png'],
])('the address %s is a path with escaped letters and a query', (name, path) => {
  expect(found(name, 'labels.json')).toBe(path)
})

test('a file that is called like an address goes before the one that the address means', () => {
  const match = imageMatcher(['bay%201.jpg', 'bay 1.jpg'], [])

  expect(match({ name: 'bay%201.jpg', source: { path: 'a.json' } })).toMatchObject({ index: 0 })
  expect(match({ name: 'set/bay 1.jpg', source: { path: 'a.json' } })).toMatchObject({ index: 1 })
})

test.for([
  ['names', ['caf\u00e9.jpg', 'cafe\u0301.jpg']],
  ['folders', ['caf\u00e9/1.jpg', 'cafe\u0301/1.jpg']],
] as const)(
  'of two %s that differ in how an accent is written the one that is written in the same way is meant',
  ([, paths]) => {
    const match = imageMatcher(paths, [])
    for (const [index, path] of paths.entries()) {
      expect(match({ name: path, source: { path: 'labels.json' } })).toEqual({ kind: 'file', index })
    }
  },
)

test('where neither of two such names is written like the label file does, none is guessed', () => {
  const match = imageMatcher(['\u1ec7.jpg', 'e\u0323\u0302.jpg'], [])
  expect(match({ name: '\u1eb9\u0302.jpg', source: { path: 'labels.json' } })).toMatchObject({ kind: 'none' })
})
