import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from '#common/messages/sentence'
import { ANNOTATION_FORMATS, readAnnotations } from '#formats/labels/registry'

/**
 * A folder for each kind of annotation file: one or more files as other programs write them, all about the image `I.jpg` of
 * 200 × 100 pixels, and `objects.json` with what they say, or `refusal.txt` with the sentence. Names of class numbers stand in
 * `labelmap.json`.
 */
const IMAGE = { name: 'I.jpg', frame: { width: 200, height: 100 }, type: 'instance-segmentation' } as const
const ANSWERS = ['objects.json', 'refusal.txt', 'labelmap.json']
const Labelmap = z.record(z.string(), z.string())

const FOLDERS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((file) => !ANSWERS.includes(file))
    .map((file) => ({ folder, file })),
)

test('every kind of annotation file has its golden files', () => {
  expect(FOLDERS.toSorted()).toEqual(ANNOTATION_FORMATS.toSorted())
})

test.each(FILES)('$folder/$file holds what is known about it', ({ folder, file }) => {
  const labelmap = Labelmap.parse(JSON.parse(textOf(folder, 'labelmap.json') ?? '{}'))

  const read = readAnnotations(
    { name: file, text: textOf(folder, file) ?? '', labelmap: new Map(Object.entries(labelmap)) },
    IMAGE,
  )

  const answer = read.ok ? { objects: rounded(read.value) } : { refusal: `${sentenceOf(read.error)}\n` }
  expect(answer).toEqual({ objects: objectsOf(folder), refusal: textOf(folder, 'refusal.txt') })
})

function objectsOf(folder: string): unknown {
  const text = textOf(folder, 'objects.json')
  return text === undefined ? undefined : JSON.parse(text)
}

/** Shares of an image come with the noise of binary fractions. */
function rounded(objects: unknown): unknown {
  return JSON.parse(
    JSON.stringify(objects, (_, value) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value)),
  )
}

function textOf(folder: string, file: string): string | undefined {
  const isThere = readdirSync(join(import.meta.dirname, folder)).includes(file)
  return isThere ? readFileSync(join(import.meta.dirname, folder, file), 'utf8') : undefined
}
