import { describe, expect, test } from 'vitest'
import { readDataset } from '#test/kit/benchmark-files'
import { fatesOf } from '#test/kit/label-files'

describe('CelebA', () => {
  const CONTENTS = {
    'list_attr_celeba.txt': '2\nSmiling Young\n000001.jpg -1  1\n000002.jpg  1  1\n',
    'list_bbox_celeba.txt': '2\nimage_id x_1 y_1 width height\n000001.jpg 20 10 60 40\n000002.jpg 1 x 3 4\n',
    'list_eval_partition.txt': '000001.jpg 0\n000002.jpg 2\n',
  }

  test('its attributes are classes of the image', async () => {
    const { id, found, splits } = await readDataset(CONTENTS, 'multi-label-classification')

    expect(id).toBe('celeba')
    expect(await fatesOf(found, 'multi-label-classification')).toEqual({
      '000001.jpg': ['Young'],
      '000002.jpg': ['Smiling', 'Young'],
    })
    expect(splits).toEqual(['train', 'test'])
  })

  test('its boxes are faces', async () => {
    const { found } = await readDataset(CONTENTS)

    expect(await fatesOf(found)).toEqual({ '000001.jpg': ['face'] })
    expect(found.problems).toContain(
      'list_bbox_celeba.txt line 4: Row skipped: the row has "x", which is not a number.',
    )
  })
})
