import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { openImages } from '#formats/exporters/openimages'
import { boxShape, collect, imageOf, sourceOf, textsOf, versionOf } from './kit.ts'

test('tables of boxes come before the images, both sides in x before both in y', async () => {
  const id = ClassId.parse('sails001')
  const classes = [{ id, name: 'sails, red' }]
  const images = [
    imageOf({ fileName: 'a.jpg', shapes: [boxShape(id, [-20, 25, 50, 75])] }),
    imageOf({ fileName: 'b.jpg', split: 'valid' }),
    imageOf({ fileName: 'c.jpg', split: 'test', shapes: [boxShape(id, [0, 0, 200, 100])] }),
  ]
  const source = sourceOf(versionOf({ classes, counts: { train: 1, valid: 1, test: 1 } }), images)

  const paths = (await collect(openImages.files(source))).map(({ path }) => path)
  const texts = await textsOf(openImages.files(source))

  expect(paths.slice(2)).toEqual([
    'annotations/class-descriptions.csv',
    ...['test', 'train', 'validation'].flatMap((subset) => [
      `annotations/${subset}-annotations-bbox.csv`,
      `annotations/${subset}-images-with-rotation.csv`,
    ]),
    'images/train/a.jpg',
    'images/validation/b.jpg',
    'images/test/c.jpg',
  ])
  expect(texts['annotations/class-descriptions.csv']).toBe('/m/tessera0,sails- red\n')
  expect(texts['annotations/validation-images-with-rotation.csv']?.split('\n')[1]).toBe('b,validation,,,,,,,4,,,0.0')
  expect(rowsOf(texts, 'train')).toEqual(['a,xclick,/m/tessera0,1,0,0.25,0.25,0.75,0,0,0,0,0'])
  expect(rowsOf(texts, 'validation')).toEqual([])
  expect(rowsOf(texts, 'test')).toEqual(['c,xclick,/m/tessera0,1,0,1,0,1,0,0,0,0,0'])
})

function rowsOf(texts: Record<string, string>, split: string): readonly string[] {
  const [, ...rows] = (texts[`annotations/${split}-annotations-bbox.csv`] ?? '').trimEnd().split('\n')
  return rows
}
