import { describe, expect, test } from 'vitest'
import { coco } from '#formats/importers/coco'
import { importWith, labelFiles, objectsByName, objectsOf, reviewOf } from '#test/kit/label-files'

const IMAGES = [
  { id: 7, file_name: 'bay.jpg', width: 200, height: 100 },
  { id: 'b', file_name: 'sub/quay.png' },
]
const CATEGORIES = [
  { id: 0, name: 'harbor', supercategory: 'none' },
  { id: 2, name: 'crate' },
  { id: 5, name: 'sail' },
]
const BOX = { id: 1, image_id: 7, category_id: 2, bbox: [20, 10, 60, 40], iscrowd: 0, segmentation: [] }
const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }

function annotated(...annotations: readonly object[]): string {
  return JSON.stringify({ images: IMAGES, categories: CATEGORIES, annotations })
}

/** Content of one file, read in pieces of so many bytes. */
function read(text: string | Uint8Array, pieceBytes?: number) {
  return importWith(coco, labelFiles({ 'train/_annotations.coco.json': text }, pieceBytes))
}

test('objects go to their images; an image without any has none', async () => {
  const found = await read(annotated(BOX))

  expect(objectsByName(found)).toEqual({ 'bay.jpg': [CRATE], 'sub/quay.png': [] })
  expect(found.problems).toEqual([])
})

test.each([1, 2, 7, 64, 1000])('in pieces of %i bytes the file says the same', async (pieceBytes) => {
  const text = JSON.stringify(
    {
      info: { 'annotations"': [1, '\\"', { a: [] }] },
      annotations: [BOX],
      x: '[',
      images: IMAGES,
      categories: CATEGORIES,
    },
    null,
    1,
  )

  const found = await read(text.replace('bay.jpg', 'b\\"ä]y\\\\'), pieceBytes)

  expect(objectsByName(found)).toEqual({ 'b"ä]y\\': [CRATE], 'sub/quay.png': [] })
})

test.each([
  ['without the group that a first category names', 'harbor', ['crate', 'sail']],
  ['all, where the first one is a class as the others are', 'none', ['harbor', 'crate', 'sail']],
])('categories are listed %s', async (_, supercategory, expected) => {
  const [group, ...others] = CATEGORIES
  const categories = [group, ...others.map((category) => ({ ...category, supercategory }))]

  const { listed } = await read(JSON.stringify({ images: IMAGES, annotations: [BOX], categories }))

  expect(listed).toEqual(expected)
})

test('numbers may be texts, and the same numbers in both spellings are one', async () => {
  const found = await read(annotated({ ...BOX, image_id: '7', category_id: '2', bbox: ['20', '10.0', '60', ' 40'] }))

  expect(objectsByName(found)).toMatchObject({ 'bay.jpg': [CRATE] })
})

test('an outline counts more than the box, and a first point that is repeated is one', async () => {
  const outline = [20, 10, 80, 10, 80, 50, 20, 10]

  const found = await read(annotated({ ...BOX, segmentation: [outline, []] }))

  expect(objectsByName(found)).toMatchObject({
    'bay.jpg': [{ className: 'crate', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50]] }],
  })
})

test.each(['5220007', [5, 2, 2, 2, 2, 2, 9]])(
  'a mask of the runs %j is read for an image of its size',
  async (counts) => {
    const found = await read(annotated({ ...BOX, segmentation: { size: [4, 6], counts } }))

    const [bay] = found.images
    expect(objectsOf(bay, { frame: { width: 6, height: 4 } })).toMatchObject([
      { className: 'crate', kind: 'polygon', rings: [[1, 1, 4, 1, 4, 3, 1, 3]] },
    ])
    expect(objectsOf(bay)).toBe('invalid: the mask of annotation 1 is 6 × 4, the image 200 × 100')
  },
)

test('a crowd keeps being one, as a box and as a mask', async () => {
  const mask = { size: [4, 6], counts: [5, 2, 2, 2, 2, 2, 9] }
  const found = await read(annotated({ ...BOX, iscrowd: 1 }, { ...BOX, iscrowd: 1, segmentation: mask }))

  const [bay] = found.images
  expect(objectsOf(bay, { frame: { width: 6, height: 4 } })).toMatchObject([
    { ...CRATE, crowd: true },
    { className: 'crate', kind: 'polygon', rings: [[1, 1, 4, 1, 4, 3, 1, 3]], crowd: true },
  ])
  expect(found.problems).toEqual([])
})

test('points are read where the project has points, and boxes elsewhere', async () => {
  const categories = [{ id: 2, name: 'crate', keypoints: ['left', 'right'], skeleton: [[1, 2]] }]
  const annotations = [
    { ...BOX, keypoints: [30, 20, 2, 70, 40, 1] },
    { ...BOX, keypoints: [30, 20, 2] },
  ]

  const found = await read(JSON.stringify({ images: IMAGES, annotations, categories }))

  const [bay] = found.images
  expect(objectsOf(bay, { type: 'keypoint-detection' })).toMatchObject([
    {
      className: 'crate',
      kind: 'keypoints',
      points: [
        { x: 30, y: 20, visibility: 2 },
        { x: 70, y: 40, visibility: 1 },
      ],
    },
  ])
  expect(objectsOf(bay)).toEqual([CRATE])
  expect(found.problems).toEqual([
    'train/_annotations.coco.json: Skipped: annotation 2 has 3 numbers for its keypoints; 2 points need 6.',
  ])
})

test('the name of the file tells the split, its folders are for others to tell', async () => {
  const files = labelFiles({ 'annotations/instances_val2017.json': annotated(BOX), 'test/a.json': annotated(BOX) })

  const { images } = await importWith(coco, files)

  expect(images.map(({ split, source }) => [source.path, split])).toEqual([
    ['annotations/instances_val2017.json', 'valid'],
    ['annotations/instances_val2017.json', 'valid'],
    ['test/a.json', undefined],
    ['test/a.json', undefined],
  ])
})

describe('what is wrong is named, and the rest is read', () => {
  test('entries, each with its line', async () => {
    const bad = [
      { ...BOX, bbox: [20, 10, -60, 40] },
      { ...BOX, bbox: [1, 2, 3] },
      { ...BOX, image_id: null },
      { ...BOX, segmentation: [[1, 2, 3, 4]] },
      { ...BOX, segmentation: 'yes' },
      { ...BOX, bbox: ['1', 'two', '3', '4'] },
    ]
    const text = `{"images": ${JSON.stringify([...IMAGES, { id: 9 }])}, "categories": ${JSON.stringify(CATEGORIES)},
"annotations": [\n${[...bad, BOX].map((annotation) => JSON.stringify(annotation)).join(',\n')}]}`

    const found = await read(text)

    expect(objectsByName(found)).toMatchObject({ 'bay.jpg': [CRATE] })
    expect(found.problems).toMatchInlineSnapshot(`
      [
        "train/_annotations.coco.json line 1: Image 3 skipped: file_name is missing.",
        "train/_annotations.coco.json line 3: Annotation 1 skipped: the annotation has a box with a negative size.",
        "train/_annotations.coco.json line 4: Annotation 2 skipped: the annotation has neither a polygon nor a box of four numbers.",
        "train/_annotations.coco.json line 5: Annotation 3 skipped: image_id is not in a supported form.",
        "train/_annotations.coco.json line 6: Annotation 4 skipped: the annotation is a polygon of 2 points; it needs at least three.",
        "train/_annotations.coco.json line 7: Annotation 5 skipped: the segmentation of the annotation is neither polygons nor a mask of counts and size.",
        "train/_annotations.coco.json line 8: Annotation 6 skipped: bbox[1] is not a number.",
      ]
    `)
  })

  test('numbers that are none are missed where they are needed alone', async () => {
    const text = annotated({ ...BOX, area: 'X' }, { ...BOX, bbox: [1, 'X', 2, 3] }, { ...BOX, bbox: [1, 2, 3, 1e30] })

    const found = await read(text.replaceAll('"X"', 'NaN').replace('1e+30', '1e999'))

    expect(objectsByName(found)).toMatchObject({ 'bay.jpg': [CRATE] })
    expect(found.problems).toMatchInlineSnapshot(`
      [
        "train/_annotations.coco.json line 1: Annotation 2 skipped: bbox[1] is not a number.",
        "train/_annotations.coco.json line 1: Annotation 3 skipped: bbox[3] is not a number.",
      ]
    `)
  })

  test('annotations of no image or of no category are counted', async () => {
    const found = await read(
      annotated(BOX, { ...BOX, image_id: 99 }, { ...BOX, category_id: 77 }, { ...BOX, category_id: 77 }),
    )

    expect(objectsByName(found)).toMatchObject({ 'bay.jpg': [CRATE] })
    expect(found.problems).toMatchInlineSnapshot(`
      [
        "train/_annotations.coco.json: 1 annotation skipped: the file does not list its image (image_id 99).",
        "train/_annotations.coco.json: 2 annotations skipped: the file does not name category 77.",
      ]
    `)
  })

  test('of two images or categories with one number the first counts', async () => {
    const text = JSON.stringify({
      images: [...IMAGES, { id: 7, file_name: 'other.jpg' }, IMAGES[0]],
      categories: [...CATEGORIES, { id: 2, name: 'barrel' }],
      annotations: [BOX, BOX],
    })

    const found = await read(text)

    expect(objectsByName(found)).toEqual({ 'bay.jpg': [CRATE, CRATE], 'sub/quay.png': [] })
    expect(found.problems).toMatchInlineSnapshot(`
      [
        "train/_annotations.coco.json line 1: Image 3 skipped: the id 7 is already used by "bay.jpg".",
        "train/_annotations.coco.json line 1: Category 4 skipped: the id 2 is already used by "crate".",
      ]
    `)
  })
})

describe('a file that is damaged gives nothing but a sentence', () => {
  const whole = annotated(BOX)

  test.each([
    ['cut off in a list', whole.slice(0, -20)],
    ['cut off in a text', whole.slice(0, whole.indexOf('bay') + 1)],
    ['cut off before the end', whole.slice(0, -1)],
    ['closed too often', `${whole}]`],
    ['two documents', `${whole}${whole}`],
    ['in Latin-1', Buffer.from(whole.replace('bay', 'bäy'), 'latin1')],
  ])('%s', async (_, text) => {
    const found = await read(text)

    expect(found.images).toEqual([])
    expect(found.problems).toHaveLength(1)
    expect(found.problems[0]).toMatch(
      /^train\/_annotations\.coco\.json line 1: (The JSON|The file is not) [\w\s.-]+\.$/,
    )
  })
})

test('other JSON files are left to others', async () => {
  const files = labelFiles({
    'a.json': JSON.stringify([{ image: 'a.jpg', annotations: [] }]),
    'b.json': JSON.stringify({ shapes: [], imagePath: 'b.jpg' }),
    'c.json': JSON.stringify({ categories: { label: { labels: [{ name: 'crate' }] } }, items: [], info: {} }),
    'd.json': '{"images": {"a.jpg": 3}',
    'README.json': annotated(BOX),
    'lvis.json': `{"info": {}, "categories": [{"synonyms": ["x"], "name": "y"}], "annotations": [`,
    // Label Studio writes this beside its YOLO text.
    'notes.json': JSON.stringify({ categories: [{ id: 0, name: 'crate' }], info: { year: 2026, version: '1.0' } }),
    'late.json': `{"annotations": [{"id": 1, "image_id": 2`,
  })

  const labels = await coco.recognise(files)

  expect(labels.map(({ path }) => path)).toEqual(['late.json', 'lvis.json'])
})

test('an image that a file with keypoints only lists is a background image', async () => {
  const keypoints = {
    images: ['bay.jpg', 'quay.jpg'].map((file_name, at) => ({ id: at + 1, file_name })),
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 20, 20], keypoints: [5, 5, 2] }],
    categories: [{ id: 1, name: 'person', keypoints: ['nose'], skeleton: [] }],
  }
  const contents = { 'person_keypoints_val.json': JSON.stringify(keypoints), 'bay.jpg': '', 'quay.jpg': '' }

  expect((await reviewOf(contents, 'keypoint-detection')).fates).toEqual({
    'bay.jpg': ['person'],
    'quay.jpg': 'background',
  })
})
