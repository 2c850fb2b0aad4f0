import { describe, expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { coco } from '#formats/importers/coco'
import { createMl } from '#formats/importers/createml'
import { cvat } from '#formats/importers/cvat'
import { fiftyOne } from '#formats/importers/fiftyone'
import { keras } from '#formats/importers/keras'
import { labelme } from '#formats/importers/labelme'
import { ndjson } from '#formats/importers/ndjson'
import { sam } from '#formats/importers/sam'
import { voc } from '#formats/importers/voc'
import { yolo } from '#formats/importers/yolo'
import { type Contents, fatesOf, importWith, labelFiles } from '#test/kit/label-files'

const VOC = '<annotation><filename>bay.jpg</filename><object><name>crate</name></object></annotation>'
const CVAT = '<annotations><image id="0" name="bay.jpg"><box label="crate" xtl="1"/></image></annotations>'

describe('an image of which nothing can be read is no background image', () => {
  test.each([
    [yolo, { 'data.yaml': 'names: [crate]', 'labels/bay.txt': '0 0.5 0.5 9 0.1\n', 'labels/b.txt': '0 0 0 0.1 0.1' }],
    [keras, { '_annotations.txt': 'bay.jpg 9,2,3,4,0\n', '_classes.txt': 'crate' }],
    [voc, { 'bay.xml': VOC }],
    [cvat, { 'annotations.xml': CVAT }],
    [createMl, { 'a.json': JSON.stringify([{ image: 'bay.jpg', annotations: [{ label: 'crate' }] }]) }],
    [
      labelme,
      { 'bay.json': JSON.stringify({ shapes: [{ label: 'crate', shape_type: 'cube' }], imagePath: 'bay.jpg' }) },
    ],
    [fiftyOne, { 'labels.json': JSON.stringify({ classes: ['crate'], labels: { bay: [{ label: 7 }] } }) }],
    [sam, { 'bay.json': JSON.stringify({ image: { file_name: 'bay.jpg' }, annotations: [{ segmentation: 'yes' }] }) }],
    [
      ndjson,
      {
        'a.ndjson': [
          '{"type":"dataset","class_names":{"0":"crate"}}',
          '{"type":"image","file":"bay.jpg","annotations":{"cuboids":[[0,1]]}}',
        ].join('\n'),
      },
    ],
  ] as const)('$id', async (importer, contents: Contents) => {
    const found = await importWith(importer, labelFiles(contents))

    const bay = Object.entries(await fatesOf(found)).filter(([name]) => name.includes('bay'))
    expect(bay.map(([, fate]) => fate)).toEqual(['unlabelled'])
  })
})

const IMAGES = [
  { id: 1, file_name: 'bay.jpg' },
  { id: 2, file_name: 'quay.jpg' },
]
const CATEGORIES = [{ id: 1, name: 'person' }]
const BOX = { image_id: 1, category_id: 1, bbox: [20, 10, 60, 40], iscrowd: 0 }

describe('COCO', () => {
  test('what is damaged, of a nameless category or of panoptic segments leaves its image unlabelled', async () => {
    // Too long for the kind of the annotations to be seen before the file is read.
    const license = 'x'.repeat(70_000)
    const images = [1, 2, 3, 4].map((id) => ({ id, file_name: `${id}.jpg`, license }))
    const annotations = [
      { ...BOX, bbox: [1, 2, 3] },
      { ...BOX, image_id: 2, category_id: 9 },
      { image_id: 3, file_name: '3.png', segments_info: [{ id: 1, category_id: 1 }] },
    ]
    const text = JSON.stringify({ images, categories: CATEGORIES, annotations })

    const found = await importWith(coco, labelFiles({ 'a.json': text }))

    expect(await fatesOf(found)).toEqual({
      '1.jpg': 'unlabelled',
      '2.jpg': 'unlabelled',
      '3.jpg': 'unlabelled',
      '4.jpg': 'background',
    })
  })

  test('an image with a crowd alone is labelled with it', async () => {
    const text = JSON.stringify({ images: IMAGES, categories: CATEGORIES, annotations: [{ ...BOX, iscrowd: 1 }] })

    const found = await importWith(coco, labelFiles({ 'a.json': text }))

    expect(await fatesOf(found)).toEqual({ 'bay.jpg': ['person'], 'quay.jpg': 'background' })
  })

  test('a list of images without annotations says nothing of them', async () => {
    const found = await importWith(coco, labelFiles({ 'test.json': JSON.stringify({ images: IMAGES, info: {} }) }))

    expect(found.images).toEqual([])
    expect(found.problems).toEqual(['test.json: The file lists images but has no annotations.'])
  })
})

describe('the official layout of COCO', () => {
  const KEYPOINTS = { ...BOX, keypoints: [30, 20, 2], num_keypoints: 1 }
  const POSE = [{ id: 1, name: 'person', keypoints: ['nose'], skeleton: [] }]
  const CONTENTS = {
    'annotations/captions_train2017.json': JSON.stringify({
      images: IMAGES,
      annotations: [
        { image_id: 1, id: 48, caption: 'A bay.' },
        { image_id: 1, id: 49, caption: 'Water ' },
      ],
    }),
    'annotations/instances_train2017.json': JSON.stringify({
      images: IMAGES,
      annotations: [BOX, { ...BOX, image_id: 2, category_id: 2 }],
      categories: [...CATEGORIES, { id: 2, name: 'boat' }],
    }),
    'annotations/person_keypoints_train2017.json': JSON.stringify({
      images: IMAGES,
      annotations: [KEYPOINTS],
      categories: POSE,
    }),
    'annotations/image_info_test2017.json': JSON.stringify({ images: [{ id: 3, file_name: 'sea.jpg' }] }),
    'train2017/bay.jpg': '',
    'train2017/quay.jpg': '',
    'test2017/sea.jpg': '',
  }

  test.each([
    ['object-detection', { 'bay.jpg': ['person'], 'quay.jpg': ['boat'] }],
    ['instance-segmentation', { 'bay.jpg': ['person'], 'quay.jpg': ['boat'] }],
    ['keypoint-detection', { 'bay.jpg': ['person'], 'quay.jpg': 'background' }],
    ['text-image-pairs', { 'bay.jpg': ['text', 'text'], 'quay.jpg': 'background' }],
  ] as const)('a project of %s reads the file that fits', async (type, fates) => {
    const found = await importWith(coco, labelFiles(CONTENTS), type)

    expect(await fatesOf(found, type)).toEqual(fates)
    expect(found.images.map(({ split }) => split)).toEqual(['train', 'train'])
  })

  test('an image on which people are only among the instances is no background image of poses', async () => {
    const instances = JSON.stringify({
      annotations: [BOX, { ...BOX, image_id: 2, category_id: 1 }, { ...BOX, image_id: 3, category_id: 2 }],
      images: [...IMAGES, { id: 3, file_name: 'sea.jpg' }],
      categories: [...CATEGORIES, { id: 2, name: 'boat' }],
    })
    const poses = JSON.stringify({
      images: [...IMAGES, { id: 3, file_name: 'sea.jpg' }],
      annotations: [KEYPOINTS],
      categories: POSE,
    })
    const contents = {
      'annotations/instances_train2017.json': instances,
      'annotations/person_keypoints_train2017.json': poses,
    }

    const found = await importWith(coco, labelFiles(contents), 'keypoint-detection')

    expect(await fatesOf(found, 'keypoint-detection')).toEqual({
      'bay.jpg': ['person'],
      'quay.jpg': 'unlabelled',
      'sea.jpg': 'background',
    })
    expect(found.problems).toEqual([
      'annotations/instances_train2017.json: File not used: this project uses person_keypoints_train2017.json.',
    ])
    const hidden = found.images.find(({ name }) => name === 'quay.jpg')
    expect(hidden?.whyUnlabelled).toEqual(message('keypoints-missing'))
  })

  test('the files that are not read are named', async () => {
    const { problems } = await importWith(coco, labelFiles(CONTENTS), 'object-detection')

    expect(problems).toEqual([
      'annotations/captions_train2017.json: File not used: this project uses instances_train2017.json.',
      'annotations/person_keypoints_train2017.json: File not used: this project uses instances_train2017.json.',
    ])
  })

  test('captions alone leave every image unlabelled where no texts are wanted', async () => {
    const text = CONTENTS['annotations/captions_train2017.json']

    const found = await importWith(coco, labelFiles({ 'all.json': text }), 'object-detection')

    expect(found.images).toEqual([])
    expect(found.problems).toEqual(['all.json: File not used: captions need a text-image pair project.'])
  })
})
