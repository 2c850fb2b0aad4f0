import { expect, test } from 'vitest'
import { maskOfRings } from '#common/geometry/mask-forms'
import { cvat } from '#formats/importers/cvat'
import { exportedFiles } from '#test/kit/exported-files'
import { importWith, labelFiles, objectsByName, objectsOf } from '#test/kit/label-files'

const [BAY, QUAY] = [
  'bay-01_png.rf.0123456789abcdef0123456789abcdef.jpg',
  'quay_jpg.rf.fedcba9876543210fedcba9876543210.jpg',
]
const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
const SPOON = { className: 'Loffel', kind: 'polygon', rings: [[100, 20, 140, 20, 140, 60, 100, 60]] }
const BOX = '<box label="crate" xtl="20" ytl="10" xbr="80.0" ybr="50"/>'

function file(...images: readonly string[]): string {
  return `<?xml version="1.0"?>\n<!-- <image> -->\n<annotations>\n<version>1.1</version>\n${images.join('\n')}\n</annotations>\n`
}

function image(name: string, ...shapes: readonly string[]): string {
  return `<image id="0" name="${name}" width="200" height="100">${shapes.join('\n')}</image>`
}

function read(text: string | Uint8Array, pieceBytes?: number) {
  return importWith(cvat, labelFiles({ 'annotations.xml': text }, pieceBytes))
}

test.each([
  ['object-detection', [CRATE, SPOON]],
  ['semantic-segmentation', [CRATE, SPOON]],
  ['single-label-classification', [{ className: 'crate', kind: 'whole' }]],
  [
    'keypoint-detection',
    [
      {
        className: 'crate',
        kind: 'keypoints',
        box: { x0: 30, y0: 20, x1: 70, y1: 40 },
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
  const found = await importWith(cvat, labelFiles(await exportedFiles('cvat', type)))

  expect(objectsByName(found, { type })).toEqual({ [BAY]: objects, [QUAY]: [] })
  expect(found.images.map(({ split }) => split)).toEqual(['train', 'train'])
  expect(found.problems).toEqual([])
})

test.each([1, 3, 64, 1000])('in pieces of %i bytes the file says the same', async (pieceBytes) => {
  const text = file(image('b&amp;y.jpg', '<!-- > -->', BOX), '<image name="quäy.jpg"/>')

  expect(objectsByName(await read(text, pieceBytes))).toEqual({ 'b&y.jpg': [CRATE], 'quäy.jpg': [] })
})

test('turned boxes, lines, points and masks are what they were, ellipses and parts of one group outlines; what is outside is nowhere', async () => {
  const mask = '<mask label="crate" rle="1, 2, 1, 2" left="10" top="20" width="3" height="2"/>'
  const part = (x: number) => `<polygon label="crate" group_id="2" points="${x},0;${x + 5},0;${x},9"/>`
  const shapes = [
    BOX.replace('/>', ' rotation="90"/>'),
    BOX.replace('/>', ' outside="1"/>'),
    mask,
    part(0),
    '<ellipse label="crate" cx="50" cy="50" rx="10" ry="5"/>',
    part(50),
    '<polyline label="crate" points="1,2;3,4"/>',
    '<points label="crate" points="5,6;7,8"/>',
  ]

  const { images } = await read(file(image('bay.jpg', ...shapes)))

  expect(objectsOf(images[0])).toMatchObject([
    { kind: 'rotated-box', box: { center: { x: 50, y: 30 }, width: 60, height: 40, angle: 90 } },
    { kind: 'mask', tiles: maskOfRings([[11, 20, 13, 20, 13, 22, 11, 22]], { width: 200, height: 100 }) },
    {
      rings: [
        [0, 0, 5, 0, 0, 9],
        [50, 0, 55, 0, 50, 9],
      ],
    },
    { kind: 'polygon' },
    { kind: 'polyline', points: [1, 2, 3, 4] },
    { kind: 'point', at: { x: 5, y: 6 } },
    { kind: 'point', at: { x: 7, y: 8 } },
  ])
  expect(objectsOf(images[0], { frame: { width: 12, height: 100 } })).toBe(
    'invalid: the mask of object 2 lies outside the image',
  )
})

test('a point that a skeleton lacks has no place, and a skeleton of one point has a box of a pixel', async () => {
  const label = (name: string) => `<label><name>${name}</name><parent>crate</parent></label>`
  const meta = `<meta><task><labels>${['bow', 'stern'].map(label).join('')}</labels></task></meta>`
  const skeleton = '<skeleton label="crate"><points label="stern" points="30,20"/></skeleton>'

  const { images } = await read(file(meta, image('bay.jpg', skeleton)))

  expect(objectsOf(images[0], { type: 'keypoint-detection' })).toMatchObject([
    {
      box: { x0: 29.5, y0: 19.5, x1: 30.5, y1: 20.5 },
      points: [{ visibility: 0 }, { x: 30, y: 20, visibility: 2 }],
      skeleton: { points: ['bow', 'stern'] },
    },
  ])
})

test('what cannot be read is named with the line of its image, and the rest is read', async () => {
  const shapes = [
    '<cuboid label="crate" xtl1="1"/>',
    '<box label="crate" xtl="NaN" ytl="10" xbr="80.0" ybr="50"/>',
    '<polygon label="crate" points="1e999,2;3,4;5,6"/>',
    '<skeleton label="crate"><points label="bow" points="3"/></skeleton>',
    '<mask label="crate" rle="1,2" left="1" top="1" width="1e9" height="1e9"/>',
  ]
  const found = await read(
    file(image('', BOX), image('bay.jpg', ...shapes, BOX), image('../../etc/quay.jpg', BOX), '<track id="0"></track>'),
  )

  expect(found.problems).toMatchInlineSnapshot(`
    [
      "annotations.xml line 5: Image without a name skipped.",
      "annotations.xml line 6: Skipped: object 1 is a <cuboid>, which is not supported. Use box, polygon, polyline, points, ellipse, mask or skeleton.",
      "annotations.xml line 6: Skipped: object 2 has no number in xtl.",
      "annotations.xml line 6: Skipped: object 3 has "1e999", which is not a number.",
      "annotations.xml line 6: Skipped: object 4 has a point without two numbers.",
      "annotations.xml: Video tracks are not supported, 1 skipped. Export the task as "CVAT for images".",
    ]
  `)
  expect(objectsByName(found)).toEqual({
    'bay.jpg': 'invalid: the mask of object 5 lies outside the image',
    '../../etc/quay.jpg': [CRATE],
  })
})

const whole = file(image('bay.jpg', BOX))

test.each([
  ['cut off in a tag', whole.slice(0, whole.indexOf('ytl'))],
  ['cut off in an element', whole.slice(0, whole.indexOf('</image>'))],
  ['cut off in a remark', whole.replace('</image>', '<!-- ')],
  ['closed wrongly', whole.replace('</image>', '</box>')],
  ['nested without end', file('<image name="a">'.repeat(1000))],
  ['in Latin-1', Buffer.from(whole.replace('bay', 'bäy'), 'latin1')],
  ['one long tag', `<annotations>\n<image name="${'x'.repeat(17 * 1024 * 1024)}"`],
  ['growing entities', '<!DOCTYPE x [<!ENTITY a "b">]>\n<annotations><image name="&a;&a;"/></annotation>'],
])('a file that is %s is named with a line', async (_, text) => {
  const found = await read(text)

  expect(found.problems).toHaveLength(1)
  expect(found.problems[0]).toMatch(/^annotations\.xml line \d: (The XML|The file is not UTF-8|A tag is longer)[^]*\.$/)
})

test('a file of many images is read without being held', async () => {
  const many = Array.from({ length: 2000 }, (_, index) =>
    image(`${index}.jpg`, ...Array.from({ length: 20 }, () => BOX)),
  )
  let seen = 0

  for await (const finding of cvat.read(...(await recognised(file(...many))))) if ('objects' in finding) seen += 1

  expect(seen).toBe(2000)
})

async function recognised(text: string) {
  const files = labelFiles({ 'a.xml': text, 'b.xml': '<annotation/>', 'c.json': text })
  const labels = await cvat.recognise(files)
  expect(labels.map(({ path }) => path)).toEqual(['a.xml'])
  return [labels, files] as const
}

test('an image that lies beside folders is no image of another subset', async () => {
  const image = `<image name="a.jpg" subset="default" width="200" height="100">${BOX}</image>`
  const contents = { 'annotations.xml': file(image), 'images/a.jpg': '', 'images/cam1/a.jpg': '' }

  const found = await importWith(cvat, labelFiles(contents))

  expect(Object.keys(objectsByName(found))).toEqual(['images/a.jpg'])
  expect(found.problems).toEqual([])
})

test('an image of a subset is not looked for in the folders of others', async () => {
  const placed = (subset: string) => `<image name="a.jpg" subset="${subset}" width="200" height="100">${BOX}</image>`
  const contents = { 'annotations.xml': file(placed('Test'), placed('Train')), 'images/Train/a.jpg': '' }

  const found = await importWith(cvat, labelFiles(contents))

  expect(Object.keys(objectsByName(found))).toEqual(['images/Train/a.jpg'])
  expect(found.problems).toEqual([expect.stringContaining('images/Test/a.jpg is missing from the dataset')])
})
