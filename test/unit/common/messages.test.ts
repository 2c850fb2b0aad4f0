import { expect, test } from 'vitest'
import { refusal } from '#common/errors'
import { reasonOf, refusalKind, sentenceOf } from '#common/messages/sentence'
import { fill } from '#common/messages/template'

test('a refusal says its sentence with its parameters', () => {
  expect(sentenceOf(refusal('project-not-in-workspace', { slug: 'boats', workspace: 'acme' }))).toBe(
    'There is no project "boats" in acme',
  )
})

test('numbers stand as they are, unless the sentence says how they are written', () => {
  const params = { count: 12_000, most: 12_000, bytes: 3 * 1024 ** 3, rest: 2 }

  expect(fill('{{count}}, {{most, number}}, {{bytes, size}}, {{rest, tenths}}', params)).toBe(
    '12000, 12,000, 3 GB, 2.0',
  )
})

test('names stand beside each other', () => {
  expect(fill('Use {{names}}', { names: ['coco', 'voc'] })).toBe('Use coco, voc')
})

test('a count decides between two forms', () => {
  const said = [1, 2].map((count) =>
    sentenceOf(refusal('images-not-found', { project: 'Bay', images: ['"a"'], count })),
  )

  expect(said.map((sentence) => sentence.split(' in ')[0])).toEqual(['Image not found', 'Images not found'])
})

test('a refusal says what explains it, and can have its reason', () => {
  const empty = refusal('file-empty')
  const named = refusal('about-file', { file: 'a.jpg' }, empty)

  expect(sentenceOf(named)).toBe('a.jpg: The file is empty (0 bytes)')
  expect([reasonOf(named), refusalKind(named)]).toEqual(['image-empty', 'invalid'])
})
