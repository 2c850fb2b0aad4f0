import { expect, test } from 'vitest'
import { splitOf } from '#core/exchange/datasets/reading'
import { objectsByName, reviewOf } from '#test/kit/label-files'

test('objects have their classes, and regions to ignore are crowds of a class of the image', async () => {
  const found = await reviewOf({
    'VisDrone2019-DET-train/annotations/a.txt': '0,0,9,9,0,0,0,0\n20,10,60,40,1,4,0,1\n1,1,3,3,0,11,0,0\n',
    'VisDrone2019-DET-train/images/a.jpg': '',
  })

  expect(found.id).toBe('visdrone')
  expect(objectsByName(found)['VisDrone2019-DET-train/images/a']).toEqual([
    { className: 'car', kind: 'box', box: { x0: 0, y0: 0, x1: 9, y1: 9 }, crowd: true },
    { className: 'car', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } },
    { className: 'car', kind: 'box', box: { x0: 1, y0: 1, x1: 4, y1: 4 }, crowd: true },
  ])
  expect(found.listed).toEqual([
    'pedestrian',
    'people',
    'bicycle',
    'car',
    'van',
    'truck',
    'tricycle',
    'awning-tricycle',
    'bus',
    'motor',
  ])
  expect(found.problems).toEqual([])
})

test('an image with regions to ignore alone has crowds of a class that the dataset has', async () => {
  const found = await reviewOf({
    'annotations/a.txt': '0,0,9,9,0,0,0,0\n',
    'annotations/b.txt': '20,10,60,40,1,9,0,1\n',
    'images/a.jpg': '',
    'images/b.jpg': '',
  })

  expect(objectsByName(found)).toMatchObject({
    'images/a': [{ className: 'bus', crowd: true }],
    'images/b': [{ className: 'bus' }],
  })
})

test('where the dataset has no object at all they are crowds of its first class', async () => {
  const found = await reviewOf({ 'annotations/a.txt': '0,0,9,9,0,0,0,0\n5,5,9,9,1,11,0,0', 'images/a.jpg': '' })

  expect(objectsByName(found)['images/a']).toMatchObject([
    { className: 'pedestrian', crowd: true },
    { className: 'pedestrian', crowd: true },
  ])
})

test('an object that does not count is a crowd of its class', async () => {
  const found = await reviewOf({ 'annotations/a.txt': '20,10,60,40,0,4,0,1\n', 'images/a.jpg': '' })

  expect(objectsByName(found)['images/a']).toMatchObject([{ className: 'car', crowd: true }])
})

test('the folders of the publication name the splits', () => {
  const folders = [
    'VisDrone2019-DET-train',
    'VisDrone2019-DET-val',
    'VisDrone2019-DET-test-dev',
    'VisDrone2018-DET-test-challenge',
  ]

  expect(folders.map((folder) => splitOf(`${folder}/images/0001.jpg`, undefined))).toEqual([
    'train',
    'valid',
    'test',
    'test',
  ])
})
