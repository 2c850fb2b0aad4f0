import { describe, expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import { maskOfRings } from '#common/geometry/mask-forms'
import { datumaro } from '#formats/importers/datumaro'
import { fiftyOne } from '#formats/importers/fiftyone'
import { ndjson } from '#formats/importers/ndjson'
import { sam } from '#formats/importers/sam'
import { exportedFiles } from '#test/kit/exported-files'
import { importWith, labelFiles, objectsByName, objectsOf } from '#test/kit/label-files'

const [BAY, QUAY] = ['bay-01_png.rf.0123456789abcdef0123456789abcdef', 'quay_jpg.rf.fedcba9876543210fedcba9876543210']
const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
const CRATE_OUTLINE = { className: 'crate', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50, 20, 50]] }
const SPOON_OUTLINE = { className: 'Loffel', kind: 'polygon', rings: [[100, 20, 140, 20, 140, 60, 100, 60]] }
const WHOLE = { className: 'crate', kind: 'whole' }

async function readBack(importer: typeof sam, type: ProjectType) {
  const found = await importWith(importer, labelFiles(await exportedFiles(importer.id, type)))
  expect(found.problems).toEqual([])
  return { found, objects: objectsByName(found, { type }) }
}

/** What stands in a file once damaged in each way. */
function damagedIn(whole: string): Readonly<Record<string, string | Uint8Array>> {
  return {
    'a.json': whole.slice(0, -3),
    'b.json': Buffer.from(whole.replace('crate', 'cr\xe4te'), 'latin1'),
    'c.json': whole.replaceAll('"crate"', 'NaN'),
    'd.json': `${whole}${whole}`,
  }
}

describe('SA-1B', () => {
  const MASK = { segmentation: { size: [4, 6], counts: '5220007' }, label: 'crate' }
  const file = (...annotations: readonly unknown[]) =>
    JSON.stringify({ image: { image_id: 1, width: 6, height: 4, file_name: 'bay.jpg' }, annotations })

  test('what is exported comes back', async () => {
    const { objects } = await readBack(sam, 'instance-segmentation')

    expect(objects).toEqual({ [`${BAY}.jpg`]: [CRATE_OUTLINE, SPOON_OUTLINE], [`${QUAY}.jpg`]: [] })
  })

  test('masks mostly have no classes; what cannot be read is named, and the rest is read', async () => {
    const odd = [{ ...MASK, label: 3 }, 'mask', { ...MASK, bbox: ['x'] }, MASK]

    const found = await importWith(sam, labelFiles({ 'bay.json': file(...odd), ...damagedIn(file(MASK)) }))

    expect(objectsOf(found.pictures.at(-1), { frame: { width: 6, height: 4 } })).toMatchObject([
      { className: 'object', rings: [[1, 1, 4, 1, 4, 3, 1, 3]] },
      { className: 'crate' },
    ])
    expect(objectsOf(found.pictures.at(-1))).toBe('invalid: the mask of mask 1 is 6 × 4, the picture 200 × 100')
    expect(found.problems).toMatchInlineSnapshot(`
      [
        "a.json line 1: It is not JSON from here on, or it is cut off.",
        "b.json line 1: The file is not UTF-8. Save it as UTF-8.",
        "bay.json: Left out: mask 2 cannot be read: Invalid input: expected object, received string.",
        "bay.json: Left out: mask 3 cannot be read: bbox[0]: this is not a number.",
        "c.json line 1: It is not JSON from here on, or it is cut off.",
        "d.json line 1: It is not JSON from here on, or it is cut off.",
      ]
    `)
  })

  test.each([
    ['more pixels than all memory has', { size: [4, 6], counts: [0, 1e15] }],
    ['runs of another code', { size: [4, 6], counts: '~~~' }],
  ])('a mask of %s is refused', async (_, segmentation) => {
    const found = await importWith(sam, labelFiles({ 'bay.json': file({ segmentation }) }))

    expect(objectsOf(found.pictures[0], { frame: { width: 6, height: 4 } })).toMatch(/^invalid: the mask of mask 1 /)
  })
})

describe('Ultralytics NDJSON', () => {
  const SPOON_BOX = { className: 'Loffel', kind: 'box', box: { x0: 100, y0: 20, x1: 140, y1: 60 } }
  const HEAD = '{"type":"dataset","task":"detect","class_names":{"0":"sail","1":"crate"}}'
  const line = (annotations: unknown, more = '') =>
    `{"type":"image","file":"bay.jpg","split":"val"${more},"annotations":${JSON.stringify(annotations)}}`
  const read = (...lines: readonly (string | Uint8Array)[]) =>
    importWith(
      ndjson,
      labelFiles({ 'a.ndjson': Buffer.concat(lines.flatMap((text) => [Buffer.from(text), Buffer.of(10)])) }),
    )

  test.each([
    ['object-detection', [CRATE, SPOON_BOX]],
    ['instance-segmentation', [CRATE, SPOON_BOX]],
    ['single-label-classification', [WHOLE]],
  ] as const)('what is exported of %s comes back', async (type, wanted) => {
    const { found, objects } = await readBack(ndjson, type)

    expect(objects).toMatchObject({ [`images/train/${BAY}.jpg`]: wanted })
    expect(found.pictures[0]?.split).toBe('train')
  })

  test('points, and addresses on other machines', async () => {
    const head = HEAD.replace('}}', '},"kpt_shape":[2,3],"flip_idx":[1,0]}')
    const points = { pose: [[1, 0.25, 0.3, 0.3, 0.4, 0.15, 0.2, 2, 0.35, 0.4, 1]] }

    const found = await read(head, line(points, ',"url":"https://example.org/x/bay.jpg"'))

    expect(objectsByName(found, { type: 'keypoint-detection' })).toMatchObject({
      'bay.jpg': [{ kind: 'keypoints', skeleton: { points: ['left point 1', 'right point 1'] } }],
    })
    expect(found.pictures[0]).toMatchObject({ split: 'valid', source: { line: 2 } })
  })

  test('what cannot be read is named with its line, and the rest is read', async () => {
    const found = await read(
      HEAD,
      '{"type":"image"',
      '{"type":"video"}',
      '{"type":"image","file":""}',
      line({
        boxes: [
          [1, 0.25, 0.3, 0.3],
          [7, 0, 0, 0, 0],
          [1, 0, 0, 0, 9],
          [1, 0.25, 0.3, 0.3, 0.4],
        ],
      }),
      line({ boxes: [['x', 'NaN', 0, 0, 0]] }),
      Buffer.from(HEAD.replace('sail', 's\xe4il'), 'latin1'),
      line({ boxes: [] }, ',"url":"../../../etc/passwd"'),
    )

    expect(found.problems).toMatchInlineSnapshot(`
      [
        "a.ndjson line 2: The line is left out: it is not JSON.",
        "a.ndjson line 3: The line is left out: type: this is neither dataset nor image.",
        "a.ndjson line 4: The line is left out: file: this is empty.",
        "a.ndjson line 5: Left out: object 1 has 4 numbers; a box has 5, a polygon 7, 9, 11 or more.",
        "a.ndjson line 5: Left out: object 2 is of the class 7, which has no name.",
        "a.ndjson line 5: Left out: object 3 holds 9; positions and sizes are shares of the picture, from 0 to 1.",
        "a.ndjson line 6: The line is left out: annotations.boxes[0][0]: this is not a number.",
        "a.ndjson line 7: The file is not UTF-8. Save it as UTF-8.",
      ]
    `)
    expect(objectsByName(found)).toEqual({ 'bay.jpg': [CRATE], '../../../etc/passwd': [] })
  })
})

describe('FiftyOne', () => {
  test.each([
    ['object-detection', [CRATE, { className: 'Loffel', kind: 'box' }], []],
    ['multi-label-classification', [{ className: 'Loffel', kind: 'whole' }, WHOLE], []],
  ] as const)('what is exported of %s comes back', async (type, bay, quay) => {
    const { objects } = await readBack(fiftyOne, type)

    expect(objects).toMatchObject({ [`data/${BAY}`]: bay, [`data/${QUAY}`]: quay })
  })

  test('an image of which nothing is known is not described', async () => {
    const { objects } = await readBack(fiftyOne, 'single-label-classification')

    expect(objects).toEqual({ [`data/${BAY}`]: [WHOLE] })
  })

  test('classes may be names; what cannot be read is named, and the rest is read', async () => {
    const box = [0.1, 0.1, 0.3, 0.4]
    const labels = {
      bay: [
        { label: 'crate', bounding_box: box, confidence: 0.5 },
        { label: 7, bounding_box: box },
        { label: 0, bounding_box: [0, 0, 2, 1] },
        { label: 0, bounding_box: ['NaN', 0, 1, 1] },
        { label: 0, bounding_box: [0, 0] },
        3.5,
      ],
      '../quay': [],
    }
    const whole = JSON.stringify({ classes: ['crate'], labels })

    const found = await importWith(fiftyOne, labelFiles({ 'train/labels.json': whole, ...damagedIn(whole) }))

    expect(found.problems).toMatchInlineSnapshot(`
      [
        "a.json line 1: It is not JSON from here on, or it is cut off.",
        "b.json line 1: The file is not UTF-8. Save it as UTF-8.",
        "c.json line 1: It is not JSON from here on, or it is cut off.",
        "d.json line 1: It is not JSON from here on, or it is cut off.",
        "train/labels.json: Left out: label 2 of "bay" has the class 7, and there are 1.",
        "train/labels.json: Left out: label 3 of "bay" holds 2; positions and sizes are shares of the picture, from 0 to 1.",
        "train/labels.json: Left out: label 4 of "bay" cannot be read: bounding_box[0]: this is not a number.",
        "train/labels.json: Left out: label 5 of "bay" cannot be read: bounding_box: a box is four numbers.",
        "train/labels.json: Left out: label 6 of "bay" cannot be read: this is neither a class nor a label.",
      ]
    `)
    expect(objectsOf(found.pictures.at(-2))).toMatchObject([{ ...CRATE, box: { x0: 20, y0: 10, y1: 50 }, score: 0.5 }])
    expect(found.pictures.at(-1)?.name).toBe('data/../quay')
  })
})

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
    expect(found.pictures[0]?.split).toBe('train')
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
    expect(found.pictures[0]?.split).toBe('valid')
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
        "c.json line 1: It is not JSON from here on, or it is cut off.",
        "d.json line 1: The JSON goes on after its end.",
        "train.json line 2: Item 1 is left out: it names no picture.",
        "train.json line 3: Item 2 is left out: annotations: Invalid input: expected array, received number.",
        "train.json line 4: Left out: annotation 1 has the label 9, which the file does not name.",
        "train.json line 4: Left out: annotation 2 has neither a polygon nor a box of four numbers.",
        "train.json line 4: Left out: annotation 3 cannot be read: bbox[0]: this is not a number.",
        "train.json line 4: Left out: annotation 4 is a "cuboid_3d", which is not read.",
        "train.json line 4: Left out: annotation 5 is an empty caption.",
        "train.json line 4: Left out: annotation 6 cannot be read: Invalid input: expected object, received string.",
      ]
    `)
    expect(objectsOf(found.pictures.at(-1))).toEqual([CRATE])
  })
})
