import { describe, expect, test } from 'vitest'
import { maskOfRings } from '#common/geometry/mask-forms'
import { datumaro } from '#formats/importers/datumaro'
import { importWith, labelFiles, objectsByName, objectsOf } from '#test/kit/label-files'
import { BAY, CRATE, CRATE_OUTLINE, damagedIn, QUAY, readBack, SPOON_OUTLINE, WHOLE } from '#test/kit/manifests'

describe('Datumaro', () => {
  const CATEGORIES = { label: { labels: [{ name: 'sail' }, { name: 'crate' }] }, points: { items: [] } }
  const BOX = { id: 0, type: 'bbox', label_id: 1, bbox: [20, 10, 60, 40] }
  const file = (...annotations: readonly unknown[]) =>
    JSON.stringify({
      infos: {},
      categories: CATEGORIES,
      items: [{ id: 'bay', annotations, image: { path: 'bay.jpg' } }],
    })

  test.each([
    ['instance-segmentation', [CRATE_OUTLINE, SPOON_OUTLINE]],
    ['multi-label-classification', [{ className: 'Loffel', kind: 'whole' }, WHOLE]],
    [
      'text-image-pairs',
      [
        { kind: 'text', prompt: 'What floats?' },
        { kind: 'text', prompt: '', answer: 'A bay' },
      ],
    ],
    [
      'keypoint-detection',
      [
        {
          ...CRATE,
          kind: 'keypoints',
          points: [
            { x: 30, y: 20, visibility: 2 },
            { x: 70, y: 40, visibility: 1 },
          ],
          skeleton: { points: ['left end', 'right end'], edges: [[0, 1]] },
        },
        { className: 'Loffel', kind: 'box' },
      ],
    ],
  ] as const)('what is exported of %s comes back', async (type, bay) => {
    const { found, objects } = await readBack(datumaro, type)

    expect(objects).toMatchObject({ [`${BAY}.jpg`]: bay, [`${QUAY}.jpg`]: [] })
    expect(found.images[0]?.split).toBe('train')
  })

  const PARTS = [
    [0, 0, 5, 0, 0, 5],
    [1, 1, 5, 1, 1, 4],
  ]

  test('parts of one group are one object, other kinds are what they were, and the categories may come last', async () => {
    const part = { type: 'polygon', label_id: 0, group: 3 }
    const annotations = [
      { ...part, points: PARTS[0] },
      { type: 'mask', label_id: 1, rle: { counts: '5220007', size: [4, 6] } },
      { ...part, points: PARTS[1] },
      { type: 'polyline', label_id: 1, points: [1, 2, 3, 4] },
      { type: 'points', label_id: 1, points: [2, 3], visibility: [2] },
      { type: 'bbox', label_id: 1, bbox: [1, 1, 4, 2], attributes: { rotation: 30 } },
    ]
    const text = JSON.stringify({ items: [{ id: 'bay', annotations }], categories: CATEGORIES })

    const found = await importWith(datumaro, labelFiles({ 'val.json': text }))

    expect(objectsByName(found, { frame: { width: 6, height: 4 } })).toEqual({
      bay: [
        { className: 'sail', kind: 'polygon', rings: PARTS },
        {
          className: 'crate',
          kind: 'mask',
          tiles: maskOfRings([[1, 1, 4, 1, 4, 3, 1, 3]], { width: 6, height: 4 }),
        },
        { className: 'crate', kind: 'polyline', points: [1, 2, 3, 4] },
        { className: 'crate', kind: 'point', at: { x: 2, y: 3 } },
        { className: 'crate', kind: 'rotated-box', box: { center: { x: 3, y: 2 }, width: 4, height: 2, angle: 30 } },
      ],
    })
    expect(found.images[0]?.split).toBe('valid')
  })

  test('what cannot be read is named with its line, and the rest is read', async () => {
    const odd = [
      { ...BOX, label_id: 9 },
      { ...BOX, bbox: [1, 2, 3] },
      { ...BOX, bbox: ['Infinity', 2, 3, 4] },
      { ...BOX, type: 'cuboid_3d' },
      { type: 'caption', caption: ' ' },
      'box',
      BOX,
    ]
    const text = file(...odd).replace('[{"id":"bay"', '[\n{"id": ""},\n{"annotations": 3},\n{"id":"bay"')

    const found = await importWith(datumaro, labelFiles({ 'train.json': text, ...damagedIn(file(BOX)) }))

    expect(found.problems).toMatchInlineSnapshot(`
      [
        "a.json line 1: The JSON is cut off before its end.",
        "b.json line 1: The file is not UTF-8. Save it as UTF-8.",
        "c.json: The file cannot be read: categories.label.labels[1].name is not text.",
        "d.json line 1: The JSON continues after its end.",
        "train.json line 2: Item 1 skipped: the image name is missing.",
        "train.json line 3: Item 2 skipped: annotations is not a list.",
        "train.json line 4: Skipped: annotation 1 has the label 9, which the file does not name.",
        "train.json line 4: Skipped: annotation 2 has neither a polygon nor a box of four numbers.",
        "train.json line 4: Skipped: annotation 3 cannot be read: bbox[0] is not a number.",
        "train.json line 4: Skipped: annotation 4 is a "cuboid_3d", which is not supported.",
        "train.json line 4: Skipped: annotation 5 is an empty caption.",
        "train.json line 4: Skipped: annotation 6 cannot be read: not a JSON object.",
      ]
    `)
    expect(objectsOf(found.images.at(-1))).toEqual([CRATE])
  })
})
