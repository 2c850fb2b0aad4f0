import { describe, expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import { type Message, sentenceBy, type Template } from '#common/messages/template'
import { readLabels } from '#core/exchange/datasets/reading'
import { exampleOf, tfRecord } from '#formats/kit/tfrecord'

import { MESSAGES } from '#renderer/words/core/german'
import { englishWordsIn } from '#test/kit/english-words'
import { type Contents, reviewOf } from '#test/kit/label-files'

const YAML = "names: ['sail', 'crate']\n"
const FRAME = { width: 200, height: 100 }
const json = (value: unknown) => JSON.stringify(value)

const VOC = `<annotation><filename>bay.jpg</filename>
<object><name>crate</name></object>
<object><name>crate</name><bndbox><xmin>a</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></object>
</annotation>`

const COCO = {
  images: [{ id: 1, file_name: 'bay.jpg' }, { id: 2 }, 5, { id: 1, file_name: 'quay.jpg' }],
  categories: [{ id: 1, name: 'crate' }, { id: 2 }],
  annotations: [
    { image_id: 1, category_id: 1, bbox: [1, 2, 3] },
    { image_id: 1, category_id: 9, bbox: [1, 2, 3, 4] },
    { image_id: 7, category_id: 1, bbox: [1, 2, 3, 4] },
    { image_id: 1, category_id: 1, bbox: 'here' },
  ],
}

const CREATE_ML = [
  { image: 'bay.jpg', annotations: [{ label: 'crate', coordinates: { x: 1, y: 2, width: 3, height: 'tall' } }, 5] },
  { image: 'quay.jpg', annotations: [{ label: 'crate', coordinates: { x: 1, y: 2, width: -3, height: 4 } }] },
  5,
  { annotations: [] },
]

const SUPERVISELY = {
  size: { width: 200, height: 100 },
  objects: [{ classTitle: 'crate', geometryType: 'graph', points: { exterior: [[1, 2]], interior: [] } }],
}
const SUPERVISELY_GRAPH = {
  size: { width: 200, height: 100 },
  objects: [{ classTitle: 'crate', geometryType: 'graph', nodes: {} }],
}

const VIA = {
  'bay.jpg1': {
    filename: 'bay.jpg',
    size: 1,
    regions: [{ shape_attributes: { name: 'star' }, region_attributes: { class: 'crate' } }],
    file_attributes: {},
  },
}

const LABELME = {
  imagePath: 'bay.jpg',
  shapes: [{ label: 'crate', shape_type: 'cube', points: [] }, { label: 'crate' }],
}

function damagedRecords(): Uint8Array {
  const [first, second] = [tfRecord(exampleOf({})), tfRecord(exampleOf({ 'image/filename': { bytes: ['bay.jpg'] } }))]
  second[14] = (second[14] ?? 0) ^ 1
  const third = tfRecord(exampleOf({}))
  third[8] = (third[8] ?? 0) ^ 1
  return Buffer.concat([first, second, third])
}

const BROKEN: Readonly<Record<string, Contents>> = {
  'YOLO lines': {
    'data.yaml': YAML,
    'labels/bay.txt':
      '7 0.5 0.5 0.1 0.1\nfoo bar\n0 0.5 5 0.1 0.1\n0 0.5 0.5 0.1\n0 x 0.5 0.1 0.1\n0 0.5 0.5 -1 0.1\n1 0.1 0.1 0.2 0.2\n',
    'labels/quay.txt': 'foo bar\n',
    'bay.jpg': '',
  },
  'a YOLO line with a great many points': {
    'data.yaml': YAML,
    'labels/bay.txt': `0 ${'.1 '.repeat(520_000)}\n1 0.1 0.1 0.2 0.2\n`,
  },
  'a YOLO line of 5 MB': { 'data.yaml': YAML, 'labels/bay.txt': `0 ${'0.123456 '.repeat(560_000)}\n` },
  'YOLO without names': { 'labels/bay.txt': '1 0.1 0.1 0.2 0.2\n', 'bay.jpg': '' },
  'Pascal VOC': { 'bay.xml': VOC },
  COCO: { 'a.json': json(COCO) },
  CreateML: { 'a.json': json(CREATE_ML) },
  Supervisely: { 'ds/ann/bay.jpg.json': json(SUPERVISELY), 'ds/ann/quay.jpg.json': json(SUPERVISELY_GRAPH) },
  VIA: { 'via.json': json(VIA) },
  LabelMe: { 'bay.json': json(LABELME) },
  'a table': {
    'a.csv':
      'filename,class,xmin,ymin,xmax,ymax\nbay.jpg,crate,a,2,3,4\nbay.jpg,crate,9,2,3,4\nbay.jpg,crate,,,,\n"bay',
  },
  'a table of lists': { 'a.csv': 'image_id,bbox\nbay.jpg,"[1, 2, x]"\nbay.jpg,"[1, 2, 3, 4]"\n' },
  TFRecord: { 'a.tfrecord': damagedRecords() },
  'the boxes of Keras': { '_annotations.txt': 'bay.jpg 9,2,3,4,0 1,2,3,4\n', '_classes.txt': 'crate' },
  ICDAR: { 'gt_bay.txt': '1,2,3,4,5,6,7,8,quay\nfoo\n' },
  'WIDER FACE': { 'wider_face_train_bbx_gt.txt': 'bay.jpg\n2\n1 2 3\n1 2 0 4\nquay.jpg\n9\n1 2 3 4\n' },
  PaliGemma: {
    'a.jsonl':
      '{"image":"bay.jpg","prefix":"detect crate","suffix":"<loc0001> crate"}\n{"image":"bay.jpg","prefix":"detect crate","suffix":"<loc0001><loc0001><loc0002><loc0002> crate"}\n{\n5\n',
  },
  DOTA: {
    'bay.txt': '10 10 20 10 20 20 10 20 crate 0\n10 10 20 10 20 20 10 20\n10 10 20 x 20 20 10 20 crate 0\n',
    'bay.png': '',
  },
  CVAT: {
    'annotations.xml':
      '<annotations><image id="0" name="bay.jpg"><box label="crate" xtl="1"/><cuboid label="crate"/></image><image/></annotations>',
  },
  Datumaro: {
    'a.json': json({
      categories: { label: { labels: [{ name: 'crate' }] } },
      items: [
        { id: 'bay', annotations: [{ type: 'cube', label_id: 0 }, { type: 'bbox', label_id: 3, bbox: [1, 2] }, 5] },
        5,
        {},
      ],
    }),
  },
  'Ultralytics NDJSON': {
    'a.ndjson':
      '{"type":"dataset","class_names":{"0":"crate"}}\n{"type":"image","file":"bay.jpg","annotations":{"boxes":[[3,0.1,0.1,0.2,0.2],[0,5]],"cuboids":[[0,1]]}}\n{\n5\n',
  },
  V7: { 'bay.json': json({ item: { name: 'bay.jpg' }, annotations: [{ name: 'crate', string: {} }] }) },
  'a file of no kind': {
    'notes.json': '{"a": 1}',
    'broken.json': '{"a": ',
    'broken.xml': '<a>',
    'odd.csv': 'a,b\n1,2\n',
    'q.jpg': '',
  },
}

const TYPES: readonly ProjectType[] = ['object-detection', 'keypoint-detection', 'single-label-classification']

describe.each(Object.entries(BROKEN))('the review of %s', (_, contents) => {
  test.each(TYPES)('is German throughout in a project of %s', async (type) => {
    const reasons = await reasonsOf(contents, type)

    expect(reasons.map(inGerman).filter((sentence) => englishWordsIn(sentence).length > 0)).toEqual([])
  })
})

/** Of the files, and of each image whose annotations cannot be read. */
async function reasonsOf(contents: Contents, type: ProjectType): Promise<readonly Message[]> {
  const { reasons, images } = await reviewOf(contents, type)
  const reads = await Promise.all(
    images.map((described) => readLabels(described, { name: described.name, frame: FRAME, type })),
  )
  return [...reasons, ...reads.flatMap((read) => (read.ok ? read.value.told : read.error.reason))]
}

function inGerman(reason: Message): string {
  return sentenceBy(germanOf, reason)
}

function germanOf(code: string): Template {
  const [one, other] = [MESSAGES[`${code}_one`], MESSAGES[`${code}_other`]]
  return one !== undefined && other !== undefined ? { one, other } : (MESSAGES[code] ?? code)
}
