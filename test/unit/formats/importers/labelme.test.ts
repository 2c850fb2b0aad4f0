import { expect, test } from 'vitest'
import { maskOfRings } from '#common/geometry/mask-forms'
import { labelme } from '#formats/importers/labelme'
import { greyPng } from '#formats/kit/png'
import { exportedFiles } from '#test/kit/exported-files'
import { importWith, labelFiles, objectsByName, objectsOf } from '#test/kit/label-files'

const [BAY, QUAY] = [
  'bay-01_png.rf.0123456789abcdef0123456789abcdef.jpg',
  'quay_jpg.rf.fedcba9876543210fedcba9876543210.jpg',
]
const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
const SPOON = { className: 'Loffel', kind: 'polygon', rings: [[100, 20, 140, 20, 140, 60, 100, 60]] }

function file(...shapes: readonly unknown[]): string {
  return JSON.stringify({ version: '4.5.6', flags: {}, shapes, imagePath: 'bay.jpg', imageData: null })
}

const BOX = {
  label: 'crate',
  points: [
    ['20', 10],
    [80, 50],
  ],
  shape_type: 'rectangle',
}

test.each([
  ['object-detection', [CRATE, SPOON]],
  ['instance-segmentation', [CRATE, SPOON]],
  ['single-label-classification', [{ className: 'crate', kind: 'whole' }]],
  [
    'multi-label-classification',
    [
      { className: 'Loffel', kind: 'whole' },
      { className: 'crate', kind: 'whole' },
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
        skeleton: { points: ['left end', 'right end'], edges: [] },
      },
      { className: 'Loffel', kind: 'box', box: { x0: 100, y0: 20, x1: 140, y1: 60 } },
    ],
  ],
] as const)('what is exported of a project of the type %s comes back', async (type, objects) => {
  const found = await importWith(labelme, labelFiles(await exportedFiles('labelme', type)))

  expect(objectsByName(found, { type })).toEqual({ [BAY]: objects, [QUAY]: [] })
  expect(found.problems).toEqual([])
})

test('a point that only another image shows has no place, and keeps its number', async () => {
  const point = (label: string) => ({ label, points: [[30, 20]], shape_type: 'point', group_id: 4 })
  const box = { ...BOX, group_id: 4 }

  const found = await importWith(
    labelme,
    labelFiles({ 'a.json': file(box, point('bow'), point('stern')), 'b.json': file(box, point('stern')) }),
  )

  expect(objectsOf(found.images[1], { type: 'keypoint-detection' })).toMatchObject([
    {
      points: [
        { x: 0, y: 0, visibility: 0 },
        { x: 30, y: 20, visibility: 2 },
      ],
      skeleton: { points: ['bow', 'stern'] },
    },
  ])
})

test('masks are masks, and an image may be in the file itself', async () => {
  const png = async (values: readonly number[], size: { readonly width: number; readonly height: number }) =>
    Buffer.from(await greyPng(Uint8Array.from(values), size)).toString('base64')
  const mask = {
    label: 'crate',
    shape_type: 'mask',
    points: [
      [10, 20],
      [12, 21],
    ],
  }
  const text = file(
    { ...mask, mask: await png([0, 1, 255, 0, 1, 255], { width: 3, height: 2 }) },
    { ...mask, mask: await png([0], { width: 1, height: 1 }) },
    { ...mask, mask: 'iVBORw0KGgo=' },
    { ...mask, mask: null },
    { ...mask, mask: await png([1], { width: 1, height: 1 }), points: [] },
  )

  const found = await importWith(
    labelme,
    labelFiles({ 'bay.json': text.replace('"imageData":null', '"imageData":"SlBFRw=="') }),
  )

  expect(objectsByName(found)).toEqual({
    'bay.jpg': [
      {
        className: 'crate',
        kind: 'mask',
        tiles: maskOfRings([[11, 20, 13, 20, 13, 22, 11, 22]], { width: 200, height: 100 }),
      },
    ],
  })
  expect(String(found.images[0]?.bytes?.())).toBe('JPEG')
  expect(found.problems).toMatchInlineSnapshot(`
    [
      "bay.json: Skipped: the mask of shape 2 is empty.",
      "bay.json: Skipped: the mask of shape 3 is damaged: the PNG is cut off.",
      "bay.json: Skipped: the mask of shape 4 is empty.",
      "bay.json: Skipped: the mask of shape 5 has no position in the image.",
    ]
  `)
})

test('lines, points and turned rectangles are what they were drawn as', async () => {
  const shape = (shape_type: string, ...points: readonly (readonly number[])[]) => ({
    label: 'crate',
    shape_type,
    points,
  })

  const found = await importWith(
    labelme,
    labelFiles({
      'bay.json': file(
        shape('linestrip', [1, 2], [3, 4], [5, 9]),
        shape('point', [7, 8]),
        shape('oriented_rectangle', [60, 10], [60, 70], [40, 70], [40, 10]),
        shape('rotation', [0, 0], [30, 0], [40, 20], [0, 20]),
      ),
    }),
  )

  expect(objectsByName(found)).toEqual({
    'bay.jpg': [
      { className: 'crate', kind: 'polyline', points: [1, 2, 3, 4, 5, 9] },
      { className: 'crate', kind: 'point', at: { x: 7, y: 8 } },
      { className: 'crate', kind: 'rotated-box', box: { center: { x: 50, y: 40 }, width: 60, height: 20, angle: 90 } },
      { className: 'crate', kind: 'polygon', rings: [[0, 0, 30, 0, 40, 20, 0, 20]] },
    ],
  })
})

test('shapes that cannot be read are named, and the others are read', async () => {
  const found = await importWith(
    labelme,
    labelFiles({
      'a/bay.json': file(
        { ...BOX, shape_type: 'cuboid' },
        { ...BOX, points: [['x', 1]] },
        {
          ...BOX,
          points: [
            [Number.NaN, 1],
            [Infinity, 2],
          ],
        },
        { ...BOX, shape_type: 'point' },
        'shape',
        { ...BOX, shape_type: null },
        BOX,
      ),
    }),
  )

  expect(objectsByName(found)).toEqual({ 'bay.jpg': [CRATE] })
  expect(found.problems).toMatchInlineSnapshot(`
    [
      "a/bay.json: Skipped: shape 1 is a "cuboid", which is not supported. Use polygon, rectangle, oriented_rectangle, circle, line, linestrip, point or mask.",
      "a/bay.json: Skipped: shape 2 cannot be read: points[0][0] is not a number.",
      "a/bay.json: Skipped: shape 3 cannot be read: points[0][0] is not a number.",
      "a/bay.json: Skipped: shape 4 is a point of 4 coordinates; it needs two.",
      "a/bay.json: Skipped: shape 5 cannot be read: not a JSON object.",
      "a/bay.json: Skipped: shape 6 is a polygon of 2 points; it needs at least three.",
    ]
  `)
})

test('files that are damaged are named with a line, and the next one is read', async () => {
  const whole = file(BOX)
  const found = await importWith(
    labelme,
    labelFiles({
      'a.json': `{"shapes": [\n${'['.repeat(20_000)}`,
      'b.json': whole.slice(0, -9),
      'c.json': '{"shapes": [],\n"flags": nothing}',
      'd.json': Buffer.from(file({ ...BOX, label: 'Löffel' }), 'latin1'),
      'e.json': '{"shapes": [{}], "shapes": 3}',
      'f.json': whole.replace('bay.jpg', '../../../../etc/passwd'),
    }),
  )

  expect(found.problems).toMatchInlineSnapshot(`
    [
      "a.json line 2: The file is nested more than 200 levels deep.",
      "b.json line 1: The file is not JSON from this line on, or it is cut off.",
      "c.json line 2: The file is not JSON from this line on, or it is cut off.",
      "d.json line 1: The file is not UTF-8. Save it as UTF-8.",
      "e.json: The file cannot be read: shapes is not a list.",
    ]
  `)
  expect(objectsByName(found)).toEqual({ '../../../../etc/passwd': [CRATE] })
})

test('other JSON files are left to others', async () => {
  const files = labelFiles({
    'a.json': '{"images": [], "annotations": []}',
    'b.json': '[]',
    'c.json': '{"shapes": {}}',
  })

  expect(await labelme.recognise(files)).toEqual([])
})

test('a file without shapes whose flags say something of the image makes it no background image', async () => {
  const document = { version: '5.5.0', flags: { good: true }, shapes: [], imagePath: 'bay.jpg', imageData: null }

  const found = await importWith(labelme, labelFiles({ 'bay.json': JSON.stringify(document) }))

  expect(objectsOf(found.images[0])).toEqual([{ className: 'good', kind: 'whole' }])
})
