import { describe, expect, test } from 'vitest'
import { colourPng, FRAME, readDataset } from '#test/kit/benchmark-files'
import { fatesOf, objectsByName } from '#test/kit/label-files'

describe('COCO panoptic', () => {
  const JSON_TEXT = JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg' }],
    annotations: [
      {
        image_id: 1,
        file_name: 'a.png',
        segments_info: [
          { id: 258, category_id: 7, iscrowd: 0 },
          { id: 65_536, category_id: 8, iscrowd: 1 },
        ],
      },
    ],
    categories: [
      { id: 7, name: 'person', isthing: 1 },
      { id: 8, name: 'sky', isthing: 0 },
    ],
  })

  const CONTENTS = { 'annotations/panoptic_val2017.json': JSON_TEXT, 'val2017/a.jpg': '' }
  const MASK = 'annotations/panoptic_val2017/a.png'

  test('segments are read from the colours of the masks', async () => {
    // Red counts ones, green 256s, blue 65,536s.
    const [one, two] = [0x020100, 0x000001]
    const contents = { ...CONTENTS, [MASK]: await colourPng(one, one, two, 0, one, one, two, 0) }

    const { id, found, images, splits } = await readDataset(contents, 'instance-segmentation')

    expect(id).toBe('coco-panoptic')
    expect(objectsByName(found, { frame: FRAME })).toEqual({
      'a.jpg': [
        { className: 'person', kind: 'polygon', rings: [[0, 0, 2, 0, 2, 2, 0, 2]] },
        { className: 'sky', kind: 'polygon', rings: [[2, 0, 3, 0, 3, 2, 2, 2]], crowd: true },
      ],
    })
    expect([images, splits]).toEqual([['val2017/a.jpg'], ['valid']])
  })

  const INSTANCES = JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg' }],
    annotations: [{ id: 1, image_id: 1, category_id: 7, bbox: [0, 0, 2, 2], segmentation: [[0, 0, 2, 0, 2, 2]] }],
    categories: [{ id: 7, name: 'person' }],
  })
  const OFFICIAL = { ...CONTENTS, 'annotations/instances_val2017.json': INSTANCES }

  test.each([
    ['object-detection', 'coco'],
    ['instance-segmentation', 'coco'],
    ['semantic-segmentation', 'coco-panoptic'],
  ] as const)('in the layout of COCO a project of the type %s uses %s', async (type, format) => {
    const masked = { ...OFFICIAL, [MASK]: await colourPng(0, 0, 0, 0, 0, 0, 0, 0) }

    const { id, images } = await readDataset(masked, type)

    expect([id, images]).toEqual([format, ['val2017/a.jpg']])
  })

  test.each(['instance-segmentation', 'semantic-segmentation'] as const)(
    'without the masks the instances beside it are read for %s',
    async (type) => {
      const { id, found } = await readDataset(OFFICIAL, type)

      expect([id, await fatesOf(found, type)]).toEqual(['coco', { 'a.jpg': ['person'] }])
    },
  )

  test('without its mask the image stays unlabelled', async () => {
    const { found } = await readDataset(CONTENTS, 'instance-segmentation')

    expect(found.images).toEqual([])
    expect(found.problems).toEqual([
      'annotations/panoptic_val2017.json: Annotations skipped: mask a.png is missing from the dataset.',
    ])
  })
})
