import { describe, expect, test } from 'vitest'
import { type Contents, reviewOf } from '#test/kit/label-files'

const COLOURS = 'label_colors.txt or class_dict.csv'

describe('masks without their table of classes are no images, and the table is named', () => {
  test.each([
    ['train/a.png', 'train_labels/a.png', COLOURS],
    ['train/a.jpg', 'train_mask/a_L.png', COLOURS],
    ['CamVid/val/a.png', 'CamVid/val_labels/a_L.png', COLOURS],
    ['images/a.jpg', 'masks/a.png', COLOURS],
    ['train/images/a.jpg', 'train/masks/a_mask.png', COLOURS],
    ['images/train/a.jpg', 'annotations/train/a.png', COLOURS],
    ['images/a.png', 'labels/a_P.png', 'codes.txt'],
    ['train/a.jpg', 'train/a_mask.png', '_classes.csv'],
  ])('%s and %s', async (image, mask, table) => {
    for (const type of ['semantic-segmentation', 'object-detection', 'single-label-classification'] as const) {
      const { id, paths, images, problems } = await reviewOf({ [image]: '', [mask]: '' }, type)

      expect([id, paths, images]).toEqual(['masks-without-classes', [image], []])
      expect(problems).toEqual([`${mask}: Masks in this folder are not used: their class table, ${table}, is missing.`])
    }
  })

  test('each folder is named once', async () => {
    const contents = { 'train/a.png': '', 'train/b.png': '', 'train_labels/a.png': '', 'train_labels/b.png': '' }

    const { paths, problems } = await reviewOf(contents, 'semantic-segmentation')

    expect(paths).toEqual(['train/a.png', 'train/b.png'])
    expect(problems).toHaveLength(1)
  })

  test('boxes beside them are read, and the masks are no images either', async () => {
    const coco = {
      images: [{ id: 1, file_name: 'a.png', width: 200, height: 100 }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 30, 40] }],
      categories: [{ id: 1, name: 'crate' }],
    }
    const contents = { 'train/a.png': '', 'train_labels/a.png': '', 'annotations.json': JSON.stringify(coco) }

    const { id, paths, fates, problems } = await reviewOf(contents, 'semantic-segmentation')

    expect([id, paths, fates]).toEqual(['coco', ['train/a.png'], { 'a.png': ['crate'] }])
    expect(problems).toEqual([
      `train_labels/a.png: Masks in this folder are not used: their class table, ${COLOURS}, is missing.`,
    ])
  })
})

test.each<[string, Contents]>([
  ['classes that are called after masks', { 'with_mask/a.png': '', 'without_mask/a.png': '' }],
  ['folders of labels without images beside', { 'first/labels/a.png': '', 'second/labels/b.png': '' }],
])('%s are images', async (_, contents) => {
  const { paths } = await reviewOf(contents, 'single-label-classification')

  expect(paths).toEqual(Object.keys(contents))
})
