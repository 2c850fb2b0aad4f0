import { describe, expect, test } from 'vitest'
import { objectsByName, reviewOf } from '#test/kit/label-files'

const BAY = '001.Black_footed_Albatross/Bay_0001.jpg'
const QUAY = '002.Laysan_Albatross/Quay_0002.jpg'

const CUB = {
  'CUB_200_2011/images.txt': `1 ${BAY}\n2 ${QUAY}\n`,
  'CUB_200_2011/classes.txt': '1 001.Black_footed_Albatross\n2 002.Laysan_Albatross\n',
  'CUB_200_2011/image_class_labels.txt': '1 1\n2 2\n',
  'CUB_200_2011/bounding_boxes.txt': '1 20.0 10.0 60.0 40.0\n2 0.0 0.0 100.0 50.0\n',
  'CUB_200_2011/train_test_split.txt': '1 1\n2 0\n',
  [`CUB_200_2011/images/${BAY}`]: '',
  [`CUB_200_2011/images/${QUAY}`]: '',
}

describe('CUB-200-2011', () => {
  test('the boxes of the birds are read with their classes and splits', async () => {
    const found = await reviewOf(CUB)

    expect(found.id).toBe('cub')
    expect(objectsByName(found)).toMatchObject({
      [`images/${BAY}`]: [
        { className: '001-Black_footed_Albatross', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } },
      ],
      [`images/${QUAY}`]: [{ className: '002-Laysan_Albatross', kind: 'box', box: { x0: 0, y0: 0, x1: 100, y1: 50 } }],
    })
    expect(found.splits).toEqual({ [`images/${BAY}`]: 'train', [`images/${QUAY}`]: 'test' })
    expect(found.problems).toEqual([])
  })

  test('where images have classes, each has its bird', async () => {
    const { 'CUB_200_2011/bounding_boxes.txt': _, ...boxless } = CUB

    for (const contents of [CUB, boxless]) {
      const found = await reviewOf(contents, 'single-label-classification')
      expect(found.id).toBe('cub')
      expect(Object.values(found.fates)).toEqual([['001-Black_footed_Albatross'], ['002-Laysan_Albatross']])
    }
  })

  test('the identifiers of NABirds are texts, and its classes have spaces', async () => {
    const found = await reviewOf(
      {
        'images.txt': '0000139e-21dc 0817/0000139e21dc.jpg\n',
        'classes.txt': '817 Great Cormorant (Adult)\n',
        'image_class_labels.txt': '0000139e-21dc 817\n',
        'images/0817/0000139e21dc.jpg': '',
      },
      'single-label-classification',
    )

    expect(Object.values(found.fates)).toEqual([['Great Cormorant (Adult)']])
  })

  test('damaged lines cost themselves, and make no background images', async () => {
    const found = await reviewOf({
      ...CUB,
      'CUB_200_2011/images.txt': `1 ${BAY}\n2 ${QUAY}\nnonsense\n`,
      'CUB_200_2011/image_class_labels.txt': '1 1\n',
      'CUB_200_2011/bounding_boxes.txt': '1 20.0 10.0 sixty 40.0\n2 0 0 9 9\n',
    })

    expect(Object.values(found.fates)).toEqual(['unlabelled', 'unlabelled'])
    expect(found.problems).toEqual([
      expect.stringContaining('CUB_200_2011/bounding_boxes.txt line 1: Line skipped: '),
      expect.stringContaining('CUB_200_2011/images.txt line 3: Line skipped: '),
    ])
  })
})
