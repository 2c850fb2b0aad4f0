import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { ok } from '#common/result'
import { readLabels, splitOf } from '#core/exchange/datasets/reading'
import { readAnnotations } from '#formats/labels/registry'
import { readDataset } from '#test/kit/benchmark-files'
import { fatesOf, objectsByName, reviewOf } from '#test/kit/label-files'

test('WIDER FACE: faces, images without any, and faces too small to count', async () => {
  const text = `0--Parade/a.jpg
2
20 10 60 40 0 0 0 0 0 0
1 2 3 4 2 0 0 1 0 0
0--Parade/b.jpg
0
0 0 0 0 0 0 0 0 0 0
1--Meeting/c.jpg
1
5 5 0 0 0 0 0 0 0 0
`
  const { id, found, splits } = await readDataset({ 'wider_face_split/wider_face_train_bbx_gt.txt': text })

  expect(id).toBe('wider-face')
  expect(objectsByName(found)['0--Parade/a.jpg']).toEqual([
    { className: 'face', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } },
    { className: 'face', kind: 'box', box: { x0: 1, y0: 2, x1: 4, y1: 6 }, crowd: true },
  ])
  expect(await fatesOf(found)).toMatchObject({ '0--Parade/b.jpg': 'background', '1--Meeting/c.jpg': 'unlabelled' })
  expect(found.problems).toEqual([])
  expect(splits).toEqual(['train', 'train', 'train'])
})

test('a face without a size has no area, as in any other format, and costs itself alone', async () => {
  const { found } = await readDataset({
    'faces.txt': '0--Parade/a.jpg\n2\n5 5 0 0\n20 10 60 40\n1--Meeting/c.jpg\n1\n5 5 0 0\n',
  })

  const read = await Promise.all(
    found.images.map((described) =>
      readLabels(described, { name: described.name, frame: { width: 200, height: 100 }, type: 'object-detection' }),
    ),
  )

  expect(read).toMatchObject([{ value: { drafts: [{ className: 'face' }] } }, { error: { kind: 'unreadable' } }])
  expect(read.flatMap((each) => (each.ok ? each.value.lost : each.error.reason)).map(sentenceOf)).toEqual([
    'a.jpg: 1 object skipped: no area (face).',
    'c.jpg: none of the objects has an area',
  ])
})

test('an annotation file and a dataset say the same of each face', async () => {
  const text = 'a.jpg\n3\n20 10 60 40 0 0 0 0 0 0\n5 5 0 0\n1 2 3 4 2 0 0 1 0 0\n'
  const image = { name: 'a.jpg', frame: { width: 200, height: 100 }, type: 'object-detection' } as const

  const file = readAnnotations({ name: 'faces.txt', text, labelmap: new Map() }, image)
  const { found } = await readDataset({ 'faces.txt': text })

  expect(file).toEqual(ok(objectsByName(found)['a.jpg']))
})

test('the images of WIDER FACE whose faces are kept secret are its test images', async () => {
  const contents = {
    'wider_face_split/wider_face_train_bbx_gt.txt': '0--Parade/a.jpg\n1\n20 10 60 40 0 0 0 0 0 0\n',
    'wider_face_split/wider_face_test_filelist.txt': '0--Parade/b.jpg\n',
    'WIDER_train/images/0--Parade/a.jpg': '',
    'WIDER_test/images/0--Parade/b.jpg': '',
  }

  const { id, fates, problems, paths } = await reviewOf(contents)

  expect({ id, fates, problems }).toEqual({ id: 'wider-face', fates: { '0--Parade/a.jpg': ['face'] }, problems: [] })
  expect(paths.map((path) => [path, splitOf(path, undefined)])).toEqual([
    ['WIDER_test/images/0--Parade/b.jpg', 'test'],
    ['WIDER_train/images/0--Parade/a.jpg', 'train'],
  ])
})
