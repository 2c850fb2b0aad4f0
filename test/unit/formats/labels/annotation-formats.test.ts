import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { readAnnotations } from '#formats/labels/registry'
import { inWords } from '../../../kit/in-words.ts'

const IMAGE = { name: 'quay.jpg', frame: { width: 200, height: 100 }, type: 'instance-segmentation' } as const

function read(name: string, text: string, labelmap: Readonly<Record<string, string>> = {}) {
  return readAnnotations({ name, text, labelmap: new Map(Object.entries(labelmap)) }, IMAGE)
}

/** The objects of a file that is understood, or the sentence of one that is not. */
function outcome(...file: Parameters<typeof read>) {
  const read_ = read(...file)
  return read_.ok ? read_.value : sentenceOf(read_.error)
}

const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }

function voc(...objects: string[]): string {
  return `<?xml version="1.0"?>\r\n<!-- made by hand --><annotation verified="yes">${objects.join('')}</annotation>`
}

function vocBox(name: string, [xmin, ymin, xmax, ymax]: readonly (number | string)[], more = ''): string {
  const corners = `<xmax>${xmax}</xmax><ymax>${ymax}</ymax><xmin> ${xmin} </xmin><ymin>${ymin}</ymin>`
  return `<object><name>${name}</name><bndbox>${corners}</bndbox>${more}</object>`
}

test('Pascal VOC counts pixels from 1 and includes the last', () => {
  expect(outcome('quay.xml', voc(vocBox('crate', [21, 11, 80, 50])))).toEqual([CRATE])
})

test('Pascal VOC with a coordinate of 0 anywhere counts from 0', () => {
  const objects = outcome('quay.xml', voc(vocBox('crate', [20, 10, 80, 50]), vocBox('sail', [0, 5, 9, 9.5])))

  expect(objects).toEqual([CRATE, { className: 'sail', kind: 'box', box: { x0: 0, y0: 5, x1: 9, y1: 9.5 } }])
})

test('Pascal VOC with a polygon keeps the polygon', () => {
  const polygon = '<polygon><x1>21</x1><y1>11</y1><x2>81</x2><y2>11</y2><x3>81</x3><y3>51</y3></polygon>'

  const objects = outcome('quay.xml', voc(vocBox('crate', [21, 11, 80, 50], polygon)))

  expect(objects).toEqual([{ className: 'crate', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50]] }])
})

test('names in XML may hold entities and character data', () => {
  const objects = [vocBox('salt &amp; pepper &#x1F4A7;', [2, 2, 9, 9]), vocBox('<![CDATA[a < b]]>', [2, 2, 9, 9])]

  const read_ = outcome('quay.xml', voc(...objects))

  expect(read_).toMatchObject([{ className: 'salt & pepper 💧' }, { className: 'a < b' }])
})

test('an object without a name is an object', () => {
  expect(outcome('quay.xml', voc(vocBox(' ', [2, 2, 9, 9])))).toMatchObject([{ className: 'object' }])
})

test('the parts of an object are not objects', () => {
  const part = `<part>${vocBox('head', [30, 20, 40, 30]).slice(8, -9)}</part>`

  expect(outcome('quay.xml', voc(vocBox('crate', [21, 11, 80, 50], part)))).toEqual([CRATE])
})

test.each([
  [voc('<object><name>crate</name></object>'), 'quay.xml: object 1 has no <bndbox>'],
  [voc(vocBox('crate', [1, 2, '', 4])), 'quay.xml: object 1 has no number in <xmax>'],
  [voc(vocBox('crate', [9, 2, 3, 4])), 'quay.xml: object 1 has its corners reversed'],
  [voc(vocBox('crate', [1, 1, 9, 9], '<polygon><x1>1</x1><y1>2</y1></polygon>')), 'object 1 is a polygon of one point'],
  ['<html></html>', 'quay.xml: The XML is a <html>, neither a Pascal VOC <annotation>'],
  ['', 'quay.xml: The XML contains no element'],
  ['<annotation></object></annotation>', 'closes <object>, which is not open there'],
  ['<annotation><object', 'The XML is damaged at'],
  ['<a>'.repeat(60), 'nested too deeply'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><annotation>&b;</annotation>', 'declares entities, which Tessera does not support'],
  ['<!DOCTYPE annotation SYSTEM "voc.dtd"><annotation></annotation>', '[]'],
])('Pascal VOC as %s is told apart', (text, sentence) => {
  expect(JSON.stringify(outcome('quay.xml', text))).toContain(sentence)
})

test('YOLO boxes are shares around a centre, named by the label map or by their number', () => {
  const text = '1 0.25 0.3 0.3 0.4\r\n\r\n7 0.25 0.3 0.3 0.4 0.98\n'

  const objects = outcome('quay.txt', text, { 1: 'crate' })

  const box = expectBox(20, 10, 80, 50)
  expect(objects).toEqual([
    { className: 'crate', kind: 'box', box },
    { className: '7', kind: 'box', box, score: 0.98 },
  ])
})

function expectBox(x0: number, y0: number, x1: number, y1: number) {
  const close = (value: number) => expect.closeTo(value, 9)
  return { x0: close(x0), y0: close(y0), x1: close(x1), y1: close(y1) }
}

test('YOLO lines of seven numbers and more are polygons; a repeated first point is dropped', () => {
  const objects = outcome('quay.txt', '0 0.1 0.1 0.4 0.1 0.4 0.5 0.1 0.1')

  expect(objects).toEqual([{ className: '0', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50]] }])
})

test('YOLO shares a little outside the image are taken for rounding', () => {
  const objects = outcome('quay.txt', '0 -0.005 0 1.005 0 1 1')

  expect(objects).toEqual([{ className: '0', kind: 'polygon', rings: [[0, 0, 200, 0, 200, 100]] }])
})

test.each([
  ['crate 0.5 0.5 0.1 0.1', 'line 1 begins with "crate" instead of a class number'],
  ['0 0.5 0.5 0.1', 'line 1 has 4 numbers'],
  ['0 0.1 0.1 0.2 0.2 0.3 0.3 0.4', 'line 1 has 8 numbers'],
  ['0 0.5 0.5 0.1 0.1\n0 0.5 nan 0.1 0.1', 'line 2 has "nan", which is not a number'],
  ['0 1.5 0.5 0.1 0.1', 'line 1 contains 1.5'],
])('YOLO text %j is refused by its line', (text, sentence) => {
  expect(outcome('quay.txt', text)).toContain(sentence)
})

test('a YOLO file without lines says that there is nothing to label', () => {
  expect(outcome('quay.txt', '\n')).toEqual([])
})

function coco(document: object): string {
  const images = [{ id: 'a', file_name: 'train/quay.jpg' }]
  return JSON.stringify({ images, categories: [{ id: 3, name: 'crate' }], annotations: [], ...document })
}

test('COCO boxes are left, top, width and height, as numbers or texts', () => {
  const annotations = [{ image_id: 'a', category_id: 3, bbox: ['20', 10, 60, 40.0] }]

  expect(outcome('a.json', coco({ annotations }))).toEqual([CRATE])
})

test('COCO polygons are preferred to boxes, and an object may have several', () => {
  const segmentation = [
    [0, 0, 9, 0, 9, 9],
    [20, 20, 30, 20, 30, 30, 20, 20],
  ]
  const annotations = [{ image_id: 'a', category_id: 3, bbox: [0, 0, 30, 30], segmentation }]

  const objects = outcome('a.json', coco({ annotations }))

  const rings = [
    [0, 0, 9, 0, 9, 9],
    [20, 20, 30, 20, 30, 30],
  ]
  expect(objects).toEqual([{ className: 'crate', kind: 'polygon', rings }])
})

test('COCO objects of other images are left out', () => {
  const annotations = [{ image_id: 999999999, category_id: 0, area: 1, segmentation: [] }]

  expect(outcome('a.json', coco({ annotations }))).toEqual([])
})

test('of several images in a document the one with the name of the stored image counts', () => {
  const images = [
    { id: 1, file_name: 'valid/pier.jpg' },
    { id: 2, file_name: 'valid/quay.jpg' },
  ]
  const annotations = [
    { image_id: 1, category_id: 3, bbox: [0, 0, 5, 5] },
    { image_id: 2, category_id: 3, bbox: [20, 10, 60, 40] },
  ]

  expect(outcome('a.json', coco({ images, annotations }))).toEqual([CRATE])
  expect(outcome('a.json', coco({ images: [{ id: 1 }, { id: 3 }] }))).toContain(
    'describes 2 images, none of them called',
  )
})

function mask(segmentation: object) {
  return { annotations: [{ image_id: 'a', category_id: 3, segmentation }] }
}

test.each([
  [{ annotations: [{ image_id: 'a', category_id: 9, bbox: [0, 0, 1, 1] }] }, 'annotation 1 has the category 9'],
  [{ annotations: [{ image_id: 'a', category_id: 3, bbox: [0, 0, 1] }] }, 'neither a polygon nor a box'],
  [{ annotations: [{ image_id: 'a', category_id: 3, bbox: [0, 0, -1, 1] }] }, 'negative size'],
  [mask({ counts: [1], size: [1, 1] }), 'the mask of annotation 1 is 1 × 1, the image 200 × 100'],
  [mask({ counts: [1], size: [1e9, 1e9] }), 'the mask of annotation 1 is 1000000000 × 1000000000'],
  [mask({ counts: [1], size: [100, 200] }), 'the mask of annotation 1 has 1 pixels, the image 20000'],
  [mask({ counts: [20_001, -1], size: [100, 200] }), 'its counts are not run lengths'],
  [mask({ counts: '~', size: [100, 200] }), 'its counts are not run lengths'],
  [mask({ counts: [20_000], size: [100, 200] }), 'neither a polygon nor a box'],
  [mask({ image: 'iVBOR' }), 'neither polygons nor a mask of counts and size'],
  [{ annotations: [{ image_id: 'a', category_id: 3, segmentation: [[0, 0, 9, 9]] }] }, 'a polygon of 2 points'],
  [{ annotations: [{ image_id: 'a', category_id: 3, segmentation: [[0, 0, 9, 9, 4]] }] }, 'which are not pairs'],
  [{ annotations: [{ image_id: 'a', category_id: 3, bbox: [0, 0, 'wide', 1] }] }, 'annotations[0].bbox[2]'],
  [{ images: [] }, 'the file describes no image'],
])('COCO with %j is refused with the place', (document, sentence) => {
  expect(outcome('a.json', coco(document))).toContain(sentence)
})

test('CreateML boxes lie around their centre', () => {
  const coordinates = { x: 50, y: 30, width: 60, height: 40 }
  const text = JSON.stringify([{ image: 'elsewhere.jpg', annotations: [{ label: 'crate', coordinates }] }])

  expect(outcome('_annotations.createml.json', text)).toEqual([CRATE])
})

test('CreateML without an entry, or with a broken one, is refused', () => {
  expect(outcome('a.json', '[]')).toContain('the file describes no image')
  expect(outcome('a.json', '[{"annotations": [{"label": "crate"}]}]')).toContain('[0].annotations[0].coordinates')
})

test.each([
  ['', voc(vocBox('crate', [21, 11, 80, 50]))],
  ['quay.jpg', coco({ annotations: [{ image_id: 'a', category_id: 3, bbox: [20, 10, 60, 40] }] })],
  ['', '\uFEFF[{"annotations": [{"label": "crate", "coordinates": {"x": 50, "y": 30, "width": 60, "height": 40}}]}]'],
])('a file called "%s" is known by its first characters', (name, text) => {
  expect(outcome(name, text)).toEqual([CRATE])
})

test('YOLO text is known by its first line', () => {
  expect(outcome('', '0 0.25 0.3 0.3 0.4')).toMatchObject([{ kind: 'box' }])
})

test.each(['Corrosion', '["Wrinkles"', 'filename,width\n'])(
  'the text %j is no annotation file that is read',
  (text) => {
    expect(inWords(read('', text))).toMatchObject({ ok: false, error: { reason: 'annotation-unreadable' } })
  },
)

const COCO_OBJECT = { id: 1, image_id: 1, category_id: 1, bbox: [20, 10, 60, 40] }
const COCO_FRAME = { images: [{ id: 1, file_name: 'quay.jpg' }], categories: [{ id: 1, name: 'crate' }] }
const CREATE_ML = { label: 'crate', coordinates: { x: 50, y: 30, width: 60, height: 40 } }
const LABEL_ME = {
  label: 'crate',
  points: [
    [20, 10],
    [80, 50],
  ],
  shape_type: 'rectangle',
}
const V7 = { name: 'crate', bounding_box: { x: 20, y: 10, w: 60, h: 40 } }

test.each([
  ['COCO', { ...COCO_FRAME, annotations: [{ ...COCO_OBJECT, score: 0.7 }] }],
  ['CreateML', [{ image: 'quay.jpg', annotations: [{ ...CREATE_ML, confidence: 0.7 }] }]],
  ['LabelMe', { shapes: [{ ...LABEL_ME, score: 0.7 }] }],
  ['V7', { item: {}, annotations: [{ ...V7, inference: { confidence: 0.7 } }] }],
])('%s tells how sure a model is', (_, document) => {
  expect(outcome('quay.json', JSON.stringify(document))).toEqual([
    { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 }, score: 0.7 },
  ])
})

test('a score that is no number tells nothing, and labels need none', () => {
  const document = {
    ...COCO_FRAME,
    annotations: [
      { ...COCO_OBJECT, score: 'high' },
      { ...COCO_OBJECT, score: null },
    ],
  }

  const box = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
  expect(outcome('quay.json', JSON.stringify(document))).toEqual([box, box])
})

test.each([
  ['img_fName,img_w,img_h,class_label,bbx_xtl,bbx_ytl,bbx_xbr,bbx_ybr', 'quay.jpg,200,100,crate,20,10,80,50'],
  ['file,width,height,label,x_min,y_min,x_max,y_max', 'quay.jpg,200,100,crate,20,10,80,50'],
  ['Image Name,Category,Left,Top,Right,Bottom', 'quay.jpg,crate,20,10,80,50'],
  ['Filename,Width,Height,Roi.X1,Roi.Y1,Roi.X2,Roi.Y2,ClassId', 'quay.jpg,200,100,20,10,80,50,crate'],
  ['path,x0,y0,x1,y1,class', 'quay.jpg,20,10,80,50,crate'],
  ['image_id,label,x,y,w,h', 'quay,crate,20,10,60,40'],
  ['filename,width,height,class,bbox_x,bbox_y,bbox_width,bbox_height', 'quay.jpg,200,100,crate,20,10,60,40'],
  ['filename,label,xmin,ymin,width,height', 'quay.jpg,crate,20,10,60,40'],
  ['filename,class,x_center,y_center,width,height', 'quay.jpg,crate,50,30,60,40'],
  ['filename,class,xmin,ymin,xmax,ymax', 'quay.jpg,crate,0.1,0.1,0.4,0.5'],
  ['label,xmin,ymin,xmax,ymax', 'crate,20,10,80,50'],
])('a table whose columns are %s is understood', (head, row) => {
  expect(outcome('boxes.csv', `${head}\n${row}\n`)).toEqual([CRATE])
})

test.each([
  [
    'filename,class,label,xmin,ymin,xmax,ymax',
    'the columns "class" and "label" could have the same meaning; keep one of them',
  ],
  [
    'file,path,class,xmin,ymin,xmax,ymax',
    'the columns "file" and "path" could have the same meaning; keep one of them',
  ],
  ['filename,xmin,ymin,xmax,ymax', 'it has no class column; name the column "class"'],
])('a table whose columns are %s is refused by their names', (head, sentence) => {
  expect(outcome('boxes.csv', `${head}\nquay.jpg,1,2,3,4,5,6\n`)).toBe(`boxes.csv: ${sentence}`)
})
