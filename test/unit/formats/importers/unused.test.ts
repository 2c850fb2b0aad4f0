import { describe, expect, test } from 'vitest'
import { reviewOf } from '#test/kit/label-files'

const COCO = JSON.stringify({
  images: [{ id: 1, file_name: 'bay.jpg' }],
  categories: [{ id: 1, name: 'crate' }],
  annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 5, 5] }],
})
const YOLO = { 'data.yaml': 'names: [crate]', 'labels/bay.txt': '0 0.5 0.5 0.1 0.1\n', 'images/bay.jpg': '' }

describe('every file that looks like annotations and is not read is named with its reason', () => {
  test('where COCO is read', async () => {
    const { id, problems } = await reviewOf({
      'labels.json': COCO,
      'bay.jpg': '',
      'data.yaml': '['.repeat(100_000),
      'brick.txt': '0 0.5 0.5',
      'camera.xml': '<annotation>',
      'notes.csv': 'who,knows\na,b\n',
    })

    expect(id).toBe('coco')
    expect(problems).toEqual([
      'brick.txt: File not used: no annotations in a supported format.',
      'camera.xml: File not used: the dataset is read as COCO.',
      'data.yaml line 1: The file cannot be read: the line is not a "key: value" pair.',
      expect.stringMatching(/^notes\.csv: Table not used\. It needs the column "filename"/),
    ])
  })

  test('where YOLO is read', async () => {
    const { id, problems } = await reviewOf({ ...YOLO, 'coffee.xml': '<annot', 'extra.json': '{"author": [' })

    expect(id).toBe('yolov8')
    expect(problems).toEqual([
      expect.stringMatching(/^coffee\.xml: File not used: /),
      'extra.json line 1: The file is not JSON from this line on, or it is cut off.',
    ])
  })

  test('a file that a format reads for another reason is used', async () => {
    const { problems } = await reviewOf({
      'obj.names': 'crate\n',
      'obj.data': 'train = data/train.txt\n',
      'train.txt': 'data/obj_train_data/a.jpg\n',
      'obj_train_data/a.txt': '0 0.5 0.5 0.1 0.1\n',
      'obj_train_data/a.jpg': '',
    })

    expect(problems).toEqual([])
  })

  test('of thousands of one kind some are named, and the number of the others', async () => {
    const strays = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`xml/${at + 10}.xml`, '<annotation/>']))

    const { problems } = await reviewOf({ 'labels.json': COCO, 'bay.jpg': '', ...strays })

    expect(problems).toHaveLength(51)
    expect(problems.at(-1)).toBe('xml/60.xml: This file and 9 more in its folder are not used, for the same reason.')
  })

  test('folders that look like classes, where images have none', async () => {
    const contents = { 'train/cat/1.jpg': '', 'train/dog/2.jpg': '', 'valid/cat/3.jpg': '' }

    const { paths, problems } = await reviewOf(contents)
    const remote = await reviewOf(contents, 'single-label-classification')

    expect(paths).toEqual(Object.keys(contents))
    expect(problems).toEqual([
      'train/cat: These folders look like class names: cat, dog. Import them into a classification project to use them as classes.',
    ])
    expect(remote.problems).toEqual([])
  })

  test.each([
    ['images alone', { 'a.jpg': '', 'b.jpg': '' }],
    ['folders of splits', { 'train/images/a.jpg': '', 'valid/images/b.jpg': '' }],
    ['a single folder', { 'train/holiday/a.jpg': '' }],
    ['labels beside', { ...YOLO, 'cat/a.jpg': '', 'dog/b.jpg': '' }],
  ])('%s are no folders of classes', async (_, contents) => {
    const { problems } = await reviewOf(contents)

    expect(problems).toEqual([])
  })

  test.each([
    ['MOT17-02/gt/gt.txt', 'MOT video tracks'],
    ['v1.0-mini/sample.json', 'nuScenes'],
    ['annotation_train.odgt', 'CrowdHuman'],
    ['data_2d_semantics/train/a.json', 'KITTI-360'],
    ['devkit/meta.mat', 'a MATLAB file'],
  ])('%s is named as %s', async (path, title) => {
    const { problems } = await reviewOf({ [path]: '{}', 'a.jpg': '' })

    expect(problems).toEqual([`${path}: This looks like ${title}, which Tessera does not read yet`])
  })
})
