import { expect, test } from 'vitest'
import { isDataset, isInClasses, isInFolders, lookThrough } from '#renderer/features/datasets/recognise'
import { actWords, formatWords, imageFigures, labelFigures, problemWords } from '#renderer/features/datasets/words'
import type { PickedFile } from '#renderer/ui/files/picked'

function files(...paths: string[]): PickedFile[] {
  return paths.map((path) => ({ path, file: new File(['x'], path) }))
}

test.each([
  ['images alone', ['a.jpg', 'b/c.png'], false],
  ['images with what people write beside them', ['a.jpg', 'README.txt', 'LICENSE', 'notes.txt', 'license.txt'], false],
  ['images with what systems leave', ['a.jpg', '.git/config.json', '__MACOSX/b.txt', 'Thumbs.db'], false],
  ['images with labels', ['a.jpg', 'labels/a.txt'], true],
  ['a table with tabs', ['labels.tsv', 'a.jpg'], true],
  ['labels alone', ['_annotations.coco.json'], true],
  ['one archive', ['bay.zip', '.DS_Store'], true],
  ['several archives', ['bay.zip', 'quay.zip'], false],
])('%s', (_, paths, expected) => {
  expect(isDataset(files(...paths))).toBe(expected)
})

test.each([
  [['cat/a.jpg', 'dog/b.jpg'], true],
  [['cat/a.jpg', 'cat/b.jpg', 'c.jpg'], false],
  [['a.jpg', '__MACOSX/b.jpg', 'cat/c.jpg'], false],
])('folders of %j may be classes: %s', (paths, expected) => {
  expect(isInFolders(files(...paths))).toBe(expected)
})

test.each([
  [['a/train/cat/a.jpg', 'a/train/dog/b.jpg'], true],
  [['train/cat/a.jpg', 'valid/cat/b.jpg'], false],
  [['train/images/a.jpg', 'train/labels/b.jpg', 'train/cat/c.jpg'], false],
  [['2024/a.jpg', '2025/b.jpg'], false],
])('folders of %j look like classes: %s', (paths, expected) => {
  expect(isInClasses(files(...paths))).toBe(expected)
})

test('looking through a folder loses none of its files, and stops at the first labels', async () => {
  const listed: string[] = []
  async function* chunks() {
    for (const path of ['a.jpg', 'a.txt', 'b.jpg']) {
      listed.push(path)
      yield files(path)
    }
  }

  const looked = await lookThrough({ folder: 'bay', chunks: chunks() })

  expect({ isDataset: looked.isDataset, listed: [...listed] }).toEqual({ isDataset: true, listed: ['a.jpg', 'a.txt'] })
  const all: string[] = []
  for await (const chunk of looked.picked.chunks) all.push(...chunk.map(({ path }) => path))
  expect(all).toEqual(['a.jpg', 'a.txt', 'b.jpg'])
})

const IMAGES = { new: 0, there: 3, repeated: 2, matched: 1, refused: 0, labelled: 2 }
const LABELS = { objects: 9, annotated: 2, nothing: 1, silent: 0, unfit: 1, unreadable: 0, lost: 0 }

test('the button of a review says what it does', () => {
  const plan = { images: IMAGES, labels: LABELS }

  expect(actWords({ ...plan, images: { ...IMAGES, new: 1200 } }, { labelled: 'keep' }).words).toBe(
    'Import 1,200 images',
  )
  expect(actWords(plan, { labelled: 'keep' })).toEqual({ words: 'Label 1 image', reason: undefined })
  expect(actWords(plan, { labelled: 'replace' }).words).toBe('Label 3 images')
  const known = { ...plan, images: { ...IMAGES, labelled: 4 } }
  expect(actWords(known, { labelled: 'keep' })).toEqual({ words: 'Import', reason: 'nothing new to import' })
})

test('counts that are nought are left out, but for those that matter always', () => {
  const plan = { images: IMAGES, labels: LABELS }

  expect(imageFigures(plan).map(({ value, words }) => `${value} ${words}`)).toEqual([
    '0 new images',
    '3 already here',
    '2 twice in the dataset',
    '1 here, found by name',
  ])
  expect(labelFigures(plan).map(({ value, words }) => `${value} ${words}`)).toEqual([
    '9 annotations on 2 images',
    '1 background image',
    '1 with unsupported annotation types',
  ])
})

test('how the format was recognised is said in words', () => {
  const formats = [{ id: 'coco', title: 'COCO', files: 1 }]

  expect(formatWords({ formats, format: 'coco' })).toBe('Recognized by the content of 1 file')
  expect(formatWords({ formats, format: null })).toBe('Annotations are skipped')
  expect(formatWords({ formats: [], format: null })).toMatch('No annotation files recognized')
})

test('files that are unused on purpose are no problems', () => {
  expect(problemWords({ refused: 0, problems: 0, notes: 4, listed: 4 })).toBe('No problems · 4 notes')
  expect(problemWords({ refused: 3, problems: 5, notes: 0, listed: 8 })).toBe('3 not imported · 5 problems')
  expect(problemWords({ refused: 3, problems: 0, notes: 0, listed: 3 })).toBe('3 not imported')
  expect(problemWords({ refused: 0, problems: 1, notes: 0, listed: 1 })).toBe('1 problem')
  expect(problemWords({ refused: 0, problems: 12_000, notes: 1, listed: 10_000 })).toBe(
    '12,000 problems · 1 note · first 10,000 shown',
  )
})
