import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { clip } from '#formats/exporters/clip'
import { folder } from '#formats/exporters/folder'
import { multiclass } from '#formats/exporters/multiclass'
import { folder as folderImporter } from '#formats/importers/folder'
import { importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { boxShape, CRATE, collect, imageOf, SPOON, sourceOf, textsOf, versionOf, wholeShape } from './kit.ts'

const projectType = 'single-label-classification'
const FRAME = { width: 200, height: 100 }

test('images lie in the folder of their class, folders by code unit, those without a class outside the splits', async () => {
  const images = [
    imageOf({ fileName: 'a.jpg', shapes: [wholeShape(CRATE)] }),
    imageOf({ fileName: 'b.jpg' }),
    imageOf({ fileName: 'c.jpg', shapes: [wholeShape(SPOON)] }),
    imageOf({ fileName: 'd.jpg', shapes: [wholeShape(CRATE)] }),
  ]

  const files = await collect(folder.files(sourceOf(versionOf({ projectType }), images)))

  expect(files.filter(({ kind }) => kind === 'image').map(({ path }) => path)).toEqual([
    'train/Loffel/c.jpg',
    'train/crate/a.jpg',
    'train/crate/d.jpg',
    'unlabeled/train/b.jpg',
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
    ['..', 'wet. .'],
  ],
  [['a, b'], ['a, b']],
])('the classes %j have the folders %j on every system', (names, folders) => {
  expect(folder.classes(named(names)).names).toEqual(folders)
})

test('names of devices and of no folder are written so that every system can have them, and read back', async () => {
  const names = ['nul', 'COM1.red', 'console', '..', 'wet.', '.hidden']
  const classes = named(names)
  const images = classes.map(({ id }, i) => imageOf({ fileName: `${i}.jpg`, shapes: [wholeShape(id)] }))
  const source = sourceOf(versionOf({ projectType, classes, counts: { train: 6, valid: 0, test: 0 } }), images)

  const files = await collect(folder.files(source))
  const paths = files.flatMap(({ kind, path }) => (kind === 'image' ? [path] : []))
  const read = await importWith(folderImporter, labelFiles(Object.fromEntries(paths.map((path) => [path, '']))))

  expect(paths.map((path) => path.split('/')[1])).toEqual([
    '%2E%2E',
    '%2Ehidden',
    '%43OM1.red',
    '%6Eul',
    'console',
    'wet%2E',
  ])
  const found = read.images.flatMap((image) => {
    const objects = objectsOf(image, { frame: FRAME, type: projectType })
    return typeof objects === 'string' ? [] : objects.map(({ className }) => className)
  })
  // Names of classes have no dots here.
  expect(found.toSorted()).toEqual(names.map((name) => name.replaceAll('.', '-')).toSorted())
})

test('every split has the folders of all classes, an empty one too', async () => {
  const images = [
    imageOf({ fileName: 'a.jpg', shapes: [wholeShape(CRATE)] }),
    imageOf({ fileName: 'b.jpg', split: 'valid', shapes: [wholeShape(SPOON)] }),
  ]
  const counts = { train: 1, valid: 1, test: 0 }

  const files = await collect(folder.files(sourceOf(versionOf({ projectType, counts }), images)))

  expect(files.slice(2).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'folder train/Loffel',
    'image train/crate/a.jpg',
    'image valid/Loffel/b.jpg',
    'folder valid/crate',
  ])
})

test('a comma in the name of a class would be a column, and becomes a dash', () => {
  expect(multiclass.classes(named(['red, wet', 'red- wet'])).names).toEqual(['red- wet', 'red- wet-2'])
})

test('an image of objects has the classes of those that are written, each once', async () => {
  const shapes = [
    boxShape(CRATE, [0, 0, 10, 10]),
    boxShape(CRATE, [20, 0, 30, 10]),
    boxShape(SPOON, [199.5, 0, 300, 9]),
  ]
  const source = sourceOf(versionOf(), [imageOf({ fileName: 'quay.jpg', shapes })])

  const texts = await textsOf(multiclass.files(source))

  expect(texts['train/_classes.csv']).toBe('filename, Loffel, crate\nquay.jpg, 0, 1\n')
})

test('an image of many objects is of the class that covers most of it, the first of two alike', async () => {
  const most = [boxShape(CRATE, [0, 0, 10, 10]), boxShape(SPOON, [20, 0, 30, 6]), boxShape(SPOON, [40, 0, 50, 6])]
  const alike = [boxShape(CRATE, [0, 0, 10, 10]), boxShape(SPOON, [20, 0, 30, 10])]
  const images = [most, alike, []].map((shapes, i) => imageOf({ fileName: `${i}.jpg`, shapes }))

  const files = await collect(clip.files(sourceOf(versionOf(), images)))

  expect(files.slice(2).map(({ path }) => path)).toEqual([
    'train/Loffel/0.jpg',
    'train/Loffel/1.jpg',
    'train/_tokenization.txt',
    'train/crate',
    'unlabeled/train/2.jpg',
  ])
})

function named(names: readonly string[]) {
  return names.map((name, i) => ({ id: ClassId.parse(`class000${i}`), name }))
}
