import { expect, test } from 'vitest'
import { florence2, jsonl } from '#formats/exporters/jsonl'
import type { NamedImage } from '#formats/kit/files'
import { boxShape, CRATE, collect, imageOf, sourceOf, textShape, textsOf, versionOf } from './kit.ts'

const counts = { train: 2, valid: 0, test: 1 }

test('the images of all splits lie in one folder by name, with the lines of each split that has images', async () => {
  const images = [
    imageOf({ fileName: 'B.jpg', split: 'test' }),
    imageOf({ fileName: 'a.jpg' }),
    imageOf({ fileName: 'c.jpg' }),
  ]

  const files = await collect(jsonl.files(sourceOf(versionOf({ counts }), images)))

  expect(files.slice(2).map(({ path }) => path)).toEqual([
    'dataset/B.jpg',
    'dataset/_annotations.test.jsonl',
    'dataset/_annotations.train.jsonl',
    'dataset/a.jpg',
    'dataset/c.jpg',
  ])
})

test('each text is a line of its own, and an image without a text has an empty one', async () => {
  const shapes = [textShape('Where?', 'At "sea"'), textShape('', 'Löffel')]
  const version = versionOf({ projectType: 'text-image-pairs' })
  const images = [imageOf({ fileName: 'a.jpg', shapes }), imageOf({ fileName: 'b.jpg' })]

  const texts = await textsOf(florence2.files(sourceOf(version, images)))

  expect(texts['train/annotations.jsonl']).toBe(
    [
      '{"image":"a.jpg","prefix":"Where?","suffix":"At \\"sea\\""}',
      '{"image":"a.jpg","prefix":"","suffix":"Löffel"}',
      '{"image":"b.jpg","prefix":"","suffix":""}',
      '',
    ].join('\n'),
  )
})

test('the border of the image is its last part', async () => {
  const image = imageOf({ fileName: 'a.jpg', shapes: [boxShape(CRATE, [114, 57, 200, 100])] })

  expect(await suffixOf(jsonl, 'dataset/_annotations.train.jsonl', image)).toBe(
    '<loc0583><loc0583><loc1023><loc1023> crate',
  )
  expect(await suffixOf(florence2, 'train/annotations.jsonl', image)).toBe('crate<loc_570><loc_570><loc_999><loc_999>')
})

async function suffixOf(exporter: typeof jsonl, path: string, image: NamedImage) {
  const texts = await textsOf(exporter.files(sourceOf(versionOf(), [image])))
  return JSON.parse(texts[path] ?? '').suffix
}
