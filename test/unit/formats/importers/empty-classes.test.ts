import { expect, test } from 'vitest'
import { inWords } from '#test/kit/in-words'
import { type Contents, reviewOf } from '#test/kit/label-files'

const BAY = { 'bay.jpg': '' }
const PLACE = { x: 50, y: 30, width: 60, height: 40 }
const SHARES = { xMin: 0.1, yMin: 0.1, xMax: 0.4, yMax: 0.5 }
const RECT = { name: 'rect', x: 20, y: 10, width: 60, height: 40 }

function via3(metadata: object) {
  return {
    config: {},
    file: { 1: { fid: '1', fname: 'bay.jpg' } },
    view: { 1: { fid_list: ['1'] } },
    attribute: {
      1: { aname: 'class', anchor_id: 'FILE1_Z0_XY1', type: 3, options: { 0: 'crate' } },
      2: { aname: 'weather', anchor_id: 'FILE1_Z0_XY0', type: 1, options: {} },
    },
    metadata,
  }
}

const REGION_3 = { vid: '1', flg: 0, z: [], xy: [2, 20, 10, 60, 40] }

const json = (document: unknown): Contents => ({ 'labels.json': JSON.stringify(document), ...BAY })

test.each<[string, Contents, string]>([
  [
    'a cell of a table',
    { 'labels.csv': 'filename,class,xmin,ymin,xmax,ymax\nbay.jpg,crate,20,10,80,50\nbay.jpg, ,1,1,9,9\n', ...BAY },
    'the row has no class',
  ],
  [
    'a category of COCO',
    json({
      images: [{ id: 1, file_name: 'bay.jpg', width: 200, height: 100 }],
      annotations: [
        { id: 1, image_id: 1, category_id: 1, bbox: [20, 10, 60, 40] },
        { id: 2, image_id: 1, category_id: 2, bbox: [20, 10, 60, 40] },
      ],
      categories: [
        { id: 1, name: 'crate' },
        { id: 2, name: ' ' },
      ],
    }),
    'Category 2 skipped: it has no name',
  ],
  [
    'a label of CreateML',
    json([
      {
        image: 'bay.jpg',
        annotations: ['crate', ''].map((label) => ({ label, coordinates: PLACE })),
      },
    ]),
    'the annotation has no class',
  ],
  [
    'a box of Vertex',
    {
      'import.jsonl': JSON.stringify({
        imageGcsUri: 'gs://b/bay.jpg',
        boundingBoxAnnotations: [{ displayName: 'crate', ...SHARES }, SHARES],
      }),
      ...BAY,
    },
    'box 2 has no class',
  ],
  [
    'a region of VIA 3',
    json(via3({ a: { ...REGION_3, av: { 1: '0' } }, b: { ...REGION_3, av: {} } })),
    'region 2 has no class',
  ],
  [
    'a region of VIA 2',
    json({
      'bay.jpg1': {
        filename: 'bay.jpg',
        size: 1,
        regions: ['crate', ''].map((name) => ({ shape_attributes: RECT, region_attributes: { class: name } })),
        file_attributes: {},
      },
    }),
    'region 2 has no class',
  ],
  [
    'an object of Hugging Face',
    {
      'metadata.jsonl': JSON.stringify({
        file_name: 'bay.jpg',
        objects: { bbox: [20, 21].map((x) => [x, 10, 60, 40]), category: ['crate', ' '] },
      }),
      ...BAY,
    },
    'object 2 has no class',
  ],
  [
    'a label of Scalabel',
    json([
      {
        name: 'bay.jpg',
        labels: ['crate', ''].map((category) => ({ category, box2d: { x1: 1, y1: 1, x2: 9, y2: 9 } })),
      },
    ]),
    'object 2 has no class',
  ],
])('%s without a text is refused, and the others stay', async (_, contents, reason) => {
  const { fates, problems } = await reviewOf(contents)

  expect(Object.values(fates)).toEqual([['crate']])
  expect(problems.join('\n')).toContain(reason)
})

test('an image of a number that the list of CUB lacks stays unlabelled', async () => {
  const { fates, images } = await reviewOf({
    'images.txt': '1 001.Crow/bay.jpg\n2 001.Crow/quay.jpg\n',
    'classes.txt': '1 001.Crow\n',
    'image_class_labels.txt': '1 1\n2 7\n',
    'bounding_boxes.txt': '1 20 10 60 40\n2 20 10 60 40\n',
    'images/001.Crow/bay.jpg': '',
    'images/001.Crow/quay.jpg': '',
  })

  expect(fates).toEqual({ 'images/001.Crow/bay.jpg': ['001-Crow'], 'images/001.Crow/quay.jpg': 'unlabelled' })
  expect(
    JSON.stringify(inWords(images[1]?.objects({ name: '', frame: { width: 1, height: 1 }, type: 'object-detection' }))),
  ).toContain('its class number 7 is not in classes.txt')
})

test('regions of a file without any attribute are called objects', async () => {
  const region = { shape_attributes: RECT, region_attributes: {} }
  const { fates } = await reviewOf(
    json({ 'bay.jpg1': { filename: 'bay.jpg', size: 1, regions: [region], file_attributes: {} } }),
  )

  expect(Object.values(fates)).toEqual([['object']])
})
