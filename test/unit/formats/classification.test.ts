import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { clip } from '#formats/exporters/clip'
import { folder } from '#formats/exporters/folder'
import { multiclass } from '#formats/exporters/multiclass'
import { boxShape, CRATE, collect, imageOf, SPOON, sourceOf, textsOf, versionOf, wholeShape } from './kit.ts'

const projectType = 'single-label-classification'

test('pictures lie in the folder of their class, folders by code unit, those without a class in one of their own', async () => {
  const images = [
    imageOf({ fileName: 'a.jpg', shapes: [wholeShape(CRATE)] }),
    imageOf({ fileName: 'b.jpg' }),
    imageOf({ fileName: 'c.jpg', shapes: [wholeShape(SPOON)] }),
    imageOf({ fileName: 'd.jpg', shapes: [wholeShape(CRATE)] }),
  ]

  const files = await collect(folder.files(sourceOf(versionOf({ projectType }), images)))

  expect(files.filter(({ kind }) => kind === 'picture').map(({ path }) => path)).toEqual([
    'train/Loffel/c.jpg',
    'train/crate/a.jpg',
    'train/crate/d.jpg',
    'train/unlabeled/b.jpg',
  ])
})

test.each([
  [
    ['a/b', 'a:b'],
    ['a-b', 'a-b-2'],
  ],
  [
    ['Rust', 'rust'],
    ['Rust', 'rust-2'],
  ],
  [['Unlabeled'], ['Unlabeled-2']],
  [
    ['wet. .', '..'],
    ['class-2', 'wet'],
  ],
  [['a, b'], ['a, b']],
])('the classes %j have the folders %j on every system', (names, folders) => {
  expect(folder.classes(named(names)).names).toEqual(folders)
})

test('a comma in the name of a class would be a column, and becomes a dash', () => {
  expect(multiclass.classes(named(['red, wet', 'red- wet'])).names).toEqual(['red- wet', 'red- wet-2'])
})

test('a picture of objects has the classes of those that are written, each once', async () => {
  const shapes = [
    boxShape(CRATE, [0, 0, 10, 10]),
    boxShape(CRATE, [20, 0, 30, 10]),
    boxShape(SPOON, [199.5, 0, 300, 9]),
  ]
  const source = sourceOf(versionOf(), [imageOf({ fileName: 'quay.jpg', shapes })])

  const texts = await textsOf(multiclass.files(source))

  expect(texts['train/_classes.csv']).toBe('filename, Loffel, crate\nquay.jpg, 0, 1\n')
})

test('a picture of many objects is of the class that covers most of it, the first of two alike', async () => {
  const most = [boxShape(CRATE, [0, 0, 10, 10]), boxShape(SPOON, [20, 0, 30, 6]), boxShape(SPOON, [40, 0, 50, 6])]
  const alike = [boxShape(CRATE, [0, 0, 10, 10]), boxShape(SPOON, [20, 0, 30, 10])]
  const images = [most, alike, []].map((shapes, i) => imageOf({ fileName: `${i}.jpg`, shapes }))

  const files = await collect(clip.files(sourceOf(versionOf(), images)))

  expect(files.slice(2).map(({ path }) => path)).toEqual([
    'train/Loffel/0.jpg',
    'train/Loffel/1.jpg',
    'train/_tokenization.txt',
    'train/unlabeled/2.jpg',
  ])
})

function named(names: readonly string[]) {
  return names.map((name, i) => ({ id: ClassId.parse(`class000${i}`), name }))
}
