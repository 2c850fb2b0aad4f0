import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { XmlElement } from '#formats/labels/kit/xml'
import { readAnnotations } from '#formats/labels/registry'
import { voc } from '#formats/labels/xml/voc'
import { HOSTILE_TEXTS } from '#test/kit/hostile-texts'

const IMAGE = { name: 'quay.jpg', frame: { width: 200, height: 100 }, type: 'instance-segmentation' } as const

/** The sentence about a file that is refused; its objects when it is not. */
function outcome(name: string, text: string) {
  const read = readAnnotations({ name, text, labelmap: new Map() }, IMAGE)
  return read.ok ? read.value : sentenceOf(read.error)
}

function json(document: unknown) {
  return outcome('a.json', JSON.stringify(document))
}

function cocoBox(bbox: string) {
  const annotations = `[{"image_id": 1, "category_id": 1, "bbox": ${bbox}}]`
  return outcome(
    'a.json',
    `{"images": [{"id": 1}], "categories": [{"id": 1, "name": "crate"}], "annotations": ${annotations}}`,
  )
}

const via = (shape: object) =>
  json({ a: { filename: 'a', regions: [{ shape_attributes: shape, region_attributes: {} }] } })

const SPOTS = [
  [cocoBox('[0, 0, 1e999, 5]'), 'a.json: annotations[0].bbox[2]'],
  [cocoBox('[0, 0, null, 5]'), 'a.json: annotations[0].bbox[2]'],
  [cocoBox('[1e300, 0, 1e300, 5]'), 'object 1 ("crate") has a corner too far from any image'],
  [outcome('a.txt', '0 0.5 0.5 Infinity 0.1'), 'line 1 has "Infinity", which is not a number'],
  [outcome('a.txt', '0 0.5 0.5 0x1 0.1'), 'line 1 has "0x1", which is not a number'],
  [outcome('a.csv', 'filename,class,xmin,ymin,xmax,ymax\nq,crate,1,2,3,NaN'), 'line 2 has "NaN" in column ymax'],
  [outcome('a.csv', 'filename,class,xmin,ymin,xmax,ymax\nq,crate,9,2,3,5'), 'line 2 has its corners reversed'],
  [
    outcome('a.csv', 'filename,class,xmin,ymin,xmax,ymax\nq,"crate,1,2,3,4'),
    'line 2 contains a quote that is not closed',
  ],
  [outcome('a.csv', 'q.jpg,1,2,3,4,crate\nq.jpg,1,2,3\n'), 'line 2 has "", which is not a number'],
  [
    outcome('a.csv', 'TRAIN,gs://q.jpg,crate,0.1,0.1,,,1.4,0.5,,'),
    'line 1 contains 1.4; positions and sizes must be relative',
  ],
  [outcome('_classes.csv', 'filename, crate\nq.jpg, 2'), 'line 2 contains "2" instead of 0 or 1'],
  [outcome('a.txt', 'q.jpg 1,2,3,4,0 1,2,3,0'), 'line 1 contains "1,2,3,0"; an object is x1,y1,x2,y2,class'],
  [
    outcome('a.txt', 'q.jpg\n2\n1 2 3 4\n'),
    'line 1 names an image, but the number of its faces, or a face, is missing',
  ],
  [outcome('a.txt', 'crate 1 2 300 4\ncrate 1 2'), 'line 2 is not a class name and four numbers'],
  [outcome('a.jsonl', '{"image": "q", "suffix": ""}\n{"image":'), 'line 2 is not JSON'],
  [
    outcome('a.jsonl', '{"image": "q", "prefix": "detect crate", "suffix": "<loc0001> crate"}'),
    'line 1 contains "<loc0001> crate"',
  ],
  [outcome('a.manifest', '{"source-ref": "q", "job": {"class": 1}}'), 'the line has no annotations for the image'],
  [
    outcome('a.manifest', '{"source-ref": "q", "job": {"annotations": [{"class_id": 1}]}}'),
    'job, annotation 1 cannot be read: left is not a number',
  ],
  [
    json({
      shapes: [
        {
          label: 'crate',
          points: [
            [1, 1],
            [2, 2],
          ],
          shape_type: 'point',
        },
      ],
    }),
    'shape 1 is a point of 4 coordinates; it needs two',
  ],
  [
    json({ shapes: [{ label: 'crate', points: [[1, 1]], shape_type: 'linestrip' }] }),
    'shape 1 is a line of one point; it needs at least two',
  ],
  [
    json({
      shapes: [
        {
          label: 'crate',
          points: [
            [1, 1],
            [2, 2],
          ],
        },
      ],
    }),
    'shape 1 is a polygon of 2 points',
  ],
  [json({ shapes: [{ label: 'crate', points: [[1, 1]], shape_type: 'rectangle' }] }), 'shape 1 is a box of one point'],
  [json({ shapes: [{ label: 'crate', points: [[1, 'x']] }] }), 'shapes[0].points[0][1]'],
  [via({ name: 'spline', cx: 1, cy: 1 }), 'region 1 is a "spline", which is not supported. Use rect'],
  [via({ name: 'circle', cx: 1, cy: 1, r: -4 }), 'region 1 has a negative radius'],
  [via({ name: 'polygon', all_points_x: [1, 2, 3], all_points_y: [1, 2] }), 'region 1 has 3 x values but 2 y values'],
  [via({ name: 'rect', x: 1, y: 1, width: 'wide', height: 2 }), 'region 1 cannot be read: width'],
  [json({ predictions: [{ class: 'crate', confidence: 1 }] }), 'prediction 1 has no position'],
  [json({ predictions: { crate: { confidence: 1 } } }), 'a.json: the JSON is neither COCO'],
  [
    json({ size: {}, objects: [{ classTitle: 'crate', geometryType: 'bitmap', bitmap: {} }] }),
    'object 1 cannot be read: bitmap.data',
  ],
  [
    json({ instances: [{ type: 'cuboid', className: 'crate' }] }),
    'instance 1 is not a bbox, rbbox, polygon or ellipse',
  ],
  [
    json({ data_row: {}, projects: { p: { labels: [{ annotations: { objects: [{ name: 'a' }] } }] } } }),
    'object 1 has no box, polygon, line or point',
  ],
  [
    json({ item: {}, annotations: [{ name: 'crate', tag: {} }] }),
    'it says "crate" about the whole image, without a place',
  ],
  [json({ asset: {}, regions: [{ tags: ['a'] }] }), 'region 1 has neither points nor a boundingBox'],
  [
    json({ labels: [], annotations: { q: [{ x: 0, y: 0, x2: 7, y2: 1 }] } }),
    'object 1 contains 7; positions and sizes must be relative',
  ],
  [
    json({ response: { annotations: [{ left: 1 }] } }),
    'annotation 1 has neither vertices nor left, top, width and height',
  ],
  [
    json({ captures: [{ annotations: [{ values: [{ label_name: 'a', width: 1 }] }] }] }),
    'box 1 cannot be read: x is not a number',
  ],
  [outcome('a.xml', '<annotations><image><mask rle="1"/></image></annotations>'), 'object 1 has no number in left'],
  [
    outcome('a.xml', '<annotations><image><cuboid/></image></annotations>'),
    'object 1 is a <cuboid>, which is not supported. Use box, polygon, polyline, points, ellipse, mask or skeleton',
  ],
  [
    outcome('a.xml', '<annotations><image><box xtl="1" ytl="a"/></image></annotations>'),
    'object 1 has no number in ytl',
  ],
  [
    outcome('a.xml', '<annotations><image><polygon points="1,2;3"/></image></annotations>'),
    'object 1 has 3 coordinates',
  ],
  [outcome('a.xml', '<parking><space id="1"/></parking>'), 'space 1 has no <contour>'],
] as const

test.each(SPOTS)('a damaged file is refused in a sentence that names the spot: %s', (refusal, sentence) => {
  expect(refusal).toContain(sentence)
})

test('a number that is none is called so', () => {
  expect(cocoBox('[0, 0, "wide", 5]')).toBe('a.json: annotations[0].bbox[2] is not a number')
})

test('several images of one name are told from each other by nothing, so the file is refused', () => {
  const image = { annotations: [] }

  expect(
    json([
      { ...image, image: 'train/quay.jpg' },
      { ...image, image: 'valid/quay.jpg' },
    ]),
  ).toContain('the file describes 2 images called quay.jpg')
  expect(
    json([
      { ...image, image: 'quay.png' },
      { ...image, image: 'pier.png' },
    ]),
  ).toEqual([])
})

test.each([
  ['  green \t lemon\n', 'green lemon'],
  ['a/b.c[d]e#f~g*h', 'a-b-c-d-e-f-g-h'],
  ['Löffel', 'Löffel'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
])('the class name %j is kept as %j', (label, className) => {
  const coordinates = { x: 50, y: 30, width: 60, height: 40 }

  expect(json([{ annotations: [{ label, coordinates }] }])).toMatchObject([{ className }])
})

test('an object whose class is blank is refused', () => {
  const coordinates = { x: 50, y: 30, width: 60, height: 40 }

  expect(json([{ annotations: [{ label: ' ', coordinates }] }])).toBe('a.json: annotation 1 has no class')
})

test('keys that objects inherit are nothing special', () => {
  const region = { shape_attributes: { name: 'rect', x: 1, y: 1, width: 5, height: 5 }, region_attributes: {} }
  const text = `{"__proto__": ${JSON.stringify({ filename: 'a', regions: [region] })}, "constructor": {"filename": "quay.jpg", "regions": []}}`

  expect(outcome('a.json', text)).toEqual(expect.anything())
  expect(Reflect.get({}, 'filename')).toBeUndefined()
  expect(outcome('a.txt', 'constructor 0.5 0.5 0.1 0.1')).toContain('instead of a class number')
})

test.each(HOSTILE_TEXTS)('a long hostile $name is refused in a sentence: $sentence', ({ name, text, sentence }) => {
  expect(outcome(name, text)).toContain(sentence)
})

test('a polygon of many points in XML is read in step with its length', () => {
  const [some, twice, thrice] = [1, 2, 3].map((times) => looksAtPolygon(1000 * times))

  expect(twice).toEqual({ points: 2000, looks: expect.any(Number) })
  expect(thrice?.looks).toBe(Number(twice?.looks) + (Number(twice?.looks) - Number(some?.looks)))
})

test('a polygon of tens of thousands of points in XML is read whole', () => {
  const points = Array.from({ length: 60_000 }, (_, i) => `<x${i + 1}>${i}</x${i + 1}><y${i + 1}>${i % 90}</y${i + 1}>`)

  const read = outcome('a.xml', `<annotation><object><polygon>${points.join('')}</polygon></object></annotation>`)

  expect(read).toMatchObject([
    { kind: 'polygon', rings: [expect.toSatisfy((ring: number[]) => ring.length === 120_000)] },
  ])
})

test('more objects or points than anybody could edit are refused', () => {
  const line = '0 0.5 0.5 0.1 0.1\n'
  const flat = Array.from({ length: 400_002 }, (_, i) => i % 90)
  const instances = Array.from({ length: 5 }, () => ({ type: 'polygon', points: flat }))

  expect(outcome('a.txt', line.repeat(50_001))).toBe('a.txt: there are 50001 objects; an image can have at most 50000')
  expect(json({ instances })).toContain('the objects have 1000005 points')
  expect(json({ instances: [{ type: 'polygon', points: [...flat, ...flat] }] })).toContain(
    'instance 1 has 400002 points; a shape can have at most 250000',
  )
})

test('a mask with a hole keeps the hole, and one of a large image is drawn only where it is', () => {
  const frame = { width: 20_000, height: 20_000 }
  const [before, ring] = [5 * 20_000 + 3, [3, 19_997, 1, 1, 1, 19_997, 3]]
  const counts = [before, ...ring, 20_000 * 20_000 - before - ring.reduce((sum, run) => sum + run, 0)]
  const segmentation = { counts, size: [20_000, 20_000] }
  const document = {
    images: [{ id: 1 }],
    categories: [{ id: 1, name: 'ring' }],
    annotations: Array.from({ length: 50 }, () => ({ image_id: 1, category_id: 1, segmentation })),
  }

  const read = readAnnotations(
    { name: 'a.json', text: JSON.stringify(document), labelmap: new Map() },
    { ...IMAGE, frame },
  )

  const outer = [5, 3, 8, 3, 8, 6, 5, 6]
  const hole = [6, 5, 7, 5, 7, 4, 6, 4]
  expect(read.ok && read.value[49]).toEqual({ className: 'ring', kind: 'polygon', rings: [outer, hole] })
})

/** How many points of a polygon are read, and how often the names of its elements are looked at for that. */
function looksAtPolygon(points: number) {
  let looks = 0
  const element = (name: string, text: string, children: readonly XmlElement[] = []): XmlElement => ({
    get name() {
      looks += 1
      return name
    },
    attributes: new Map(),
    text,
    children,
    at: 0,
  })
  const numbers = Array.from({ length: points }, (_, i) => [element(`x${i + 1}`, `${i}`), element(`y${i + 1}`, '1')])
  const object = element('object', '', [element('polygon', '', numbers.flat())])
  const read = voc.read(element('annotation', '', [object]), IMAGE)
  const [polygon] = read.ok ? read.value : []
  return { points: polygon?.kind === 'polygon' ? polygon.rings.flat().length / 2 : 0, looks }
}

test('a class in brackets is a class of the image, under any name that is none of a JSON file', () => {
  const image = { ...IMAGE, type: 'single-label-classification' } as const
  const read = (name: string, text: string) => readAnnotations({ name, text, labelmap: new Map() }, image)

  for (const name of ['[b]', 'dog', 'annotation', 'x.txt']) {
    expect(read(name, '[b]')).toMatchObject({ ok: true, value: [{ className: '-b-', kind: 'whole' }] })
  }
  expect(read('a.json', '[b]')).toMatchObject({ ok: false })
  expect(read('dog', '{"broken": ')).toMatchObject({ ok: false })
})
