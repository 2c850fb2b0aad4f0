import { describe, expect, test } from 'vitest'
import { objectsByName, reviewOf } from '#test/kit/label-files'

const POINTS =
  'lefteye_x lefteye_y righteye_x righteye_y nose_x nose_y leftmouth_x leftmouth_y rightmouth_x rightmouth_y'
const NAMES = ['lefteye', 'righteye', 'nose', 'leftmouth', 'rightmouth']

const TABLES = {
  'list_attr_celeba.txt': '2\nSmiling Young\n000001.jpg -1  1\n000002.jpg  1  1\n',
  'list_bbox_celeba.txt': '2\nimage_id x_1 y_1 width height\n000001.jpg    95  10 60 40\n000002.jpg 72 20 50 60\n',
  'list_landmarks_celeba.txt': `2\n${POINTS} \n000001.jpg 100 20 120 20 110 30 102 40 118 40\n000002.jpg 80 30 100 30 90 50 82 60 98 60\n`,
  'list_landmarks_align_celeba.txt': `2\n${POINTS} \n000001.jpg 69  9  106  13   77  42   73  52  108  54\n000002.jpg 69  10  107  12   81  35   70  51  108  53\n`,
  'list_eval_partition.txt': '000001.jpg 0\n000002.jpg 2\n',
  'identity_CelebA.txt': '000001.jpg 2880\n000002.jpg 2937\n',
}
const WILD = { 'img_celeba/000001.jpg': '', 'img_celeba/000002.jpg': '' }
const ALIGNED = { 'img_align_celeba/000001.jpg': '', 'img_align_celeba/000002.jpg': '' }

describe('CelebA for keypoint detection', () => {
  test('the landmarks of aligned images, with the split of each', async () => {
    const found = await reviewOf({ ...TABLES, ...ALIGNED }, 'keypoint-detection')

    expect(found.id).toBe('celeba')
    const [face] = objectsByName(found)['img_align_celeba/000001.jpg'] ?? []
    expect(face).toMatchObject({
      className: 'face',
      kind: 'keypoints',
      box: { x0: 69, y0: 9, x1: 108, y1: 54 },
      skeleton: { points: NAMES },
    })
    expect(face).toHaveProperty('points.2', { x: 77, y: 42, visibility: 2 })
    expect(found.splits).toEqual({ 'img_align_celeba/000001.jpg': 'train', 'img_align_celeba/000002.jpg': 'test' })
  })

  test('those of images in the wild have the box of the face', async () => {
    const found = await reviewOf({ ...TABLES, ...WILD }, 'keypoint-detection')

    expect(objectsByName(found)['img_celeba/000001.jpg']).toMatchObject([
      { kind: 'keypoints', box: { x0: 95, y0: 10, x1: 155, y1: 50 }, points: [{ x: 100, y: 20 }, {}, {}, {}, {}] },
    ])
  })

  test('images of both kinds have one name, and each has its own landmarks', async () => {
    const found = await reviewOf({ ...TABLES, ...WILD, ...ALIGNED }, 'keypoint-detection')

    expect(objectsByName(found)).toMatchObject({
      'img_celeba/000001.jpg': [{ points: [{ x: 100, y: 20 }, {}, {}, {}, {}] }],
      'img_align_celeba/000001.jpg': [{ points: [{ x: 69, y: 9 }, {}, {}, {}, {}] }],
    })
  })

  test('as tables with commas', async () => {
    const header = `image_id,${POINTS.replaceAll(' ', ',')}`
    const found = await reviewOf(
      {
        'list_landmarks_align_celeba.csv': `${header}\n000001.jpg,69,9,106,13,77,42,73,52,108,54\n000002.jpg,1,2,3\n`,
        'img_align_celeba/img_align_celeba/000001.jpg': '',
      },
      'keypoint-detection',
    )

    expect(Object.keys(objectsByName(found))).toEqual(['img_align_celeba/img_align_celeba/000001.jpg'])
    expect(found.problems).toEqual([
      'list_landmarks_align_celeba.csv line 3: Row skipped: the row has 3 numbers for 5 points.',
    ])
  })
})

describe('CelebA for object detection', () => {
  test('boxes belong to the images in the wild', async () => {
    const found = await reviewOf({ ...TABLES, ...WILD, ...ALIGNED })

    expect(objectsByName(found)).toEqual({
      'img_celeba/000001.jpg': [{ className: 'face', kind: 'box', box: { x0: 95, y0: 10, x1: 155, y1: 50 } }],
      'img_celeba/000002.jpg': [{ className: 'face', kind: 'box', box: { x0: 72, y0: 20, x1: 122, y1: 80 } }],
    })
  })

  test('images of the size of aligned ones have none either, whatever their folder is called', async () => {
    const found = await reviewOf({ ...TABLES, 'faces/000001.jpg': '' })

    expect(objectsByName(found, { frame: { width: 178, height: 218 } })['faces/000001.jpg']).toBe(
      'invalid: the table is about images in the wild (img_celeba), and this one is aligned',
    )
    expect(objectsByName(found)['faces/000001.jpg']).toMatchObject([{ kind: 'box' }])
  })

  test('aligned images alone have none, and the table is named', async () => {
    const { images, problems } = await reviewOf({ ...TABLES, ...ALIGNED })

    expect(images).toEqual([])
    expect(problems).toContain('list_bbox_celeba.txt: Table not used: its images in the wild (img_celeba) are missing.')
  })
})

test('attributes are the classes of images of both kinds', async () => {
  const { fates } = await reviewOf({ ...TABLES, ...WILD, ...ALIGNED }, 'multi-label-classification')

  expect(fates).toEqual({
    'img_align_celeba/000001.jpg': ['Young'],
    'img_align_celeba/000002.jpg': ['Smiling', 'Young'],
    'img_celeba/000001.jpg': ['Young'],
    'img_celeba/000002.jpg': ['Smiling', 'Young'],
  })
})

test('tables of which the project wants nothing are named', async () => {
  const { problems } = await reviewOf({ ...TABLES, ...WILD }, 'multi-label-classification')

  expect(problems).toEqual(
    ['list_bbox_celeba.txt', 'list_landmarks_align_celeba.txt', 'list_landmarks_celeba.txt'].map(
      (path) => `${path}: Table not used: another one fits this project better.`,
    ),
  )
})
