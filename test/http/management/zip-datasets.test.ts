import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from '#common/messages/sentence'
import { greyPng, rgbPng } from '#formats/kit/png'
import { newProject } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { makeZip } from '../../kit/zip-maker.ts'

const Opened = z.object({ signedUrl: z.string(), taskId: z.string() })
const Told = z.array(z.object({ path: z.string(), reason: z.string() }))
const Result = z.object({ refused: Told, notes: Told })

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

type Contents = Readonly<Record<string, string | Uint8Array>>

/** Uploads an archive as the management API takes it; answers the images with their classes and splits, and what is refused. */
async function uploaded(contents: Contents, type: string) {
  const { images, refused } = await uploadedWithNotes(contents, type)
  return { images, refused }
}

async function uploadedWithNotes(contents: Contents, type: string) {
  const slug = await newProject(station, type)
  const opened = Opened.parse((await station.management.post(`/acme/${slug}/upload/zip`, { json: {} })).body)
  const entries = Object.entries(contents).map(([path, content]) => ({ path, content: Buffer.from(content) }))
  const headers = { 'content-type': 'application/zip' }
  await station.management.request('PUT', opened.signedUrl, { key: null, body: makeZip(entries), headers })
  const { result } = await station.taskEnd(opened.taskId)
  const found = await station.services.projects.find(station.workspace, slug)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  const classes = await station.services.projects.classes(found.value)
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  const window = { filter: {}, sort: 'name', offset: 0, limit: 100 } as const
  const { rows } = await station.services.images.page(found.value, window)
  const images = await Promise.all(
    rows.map(async ({ id, name, split }) => {
      const annotated = await station.services.annotations.open(found.value, id)
      const shapes = annotated.ok ? annotated.value.shapes : []
      const isNull = annotated.ok && annotated.value.isNull
      return [name, [split, ...(isNull ? ['null'] : shapes.map(({ classId }) => names.get(classId)))]] as const
    }),
  )
  return { images: Object.fromEntries(images), ...Result.parse(result) }
}

const SIZE = { width: 64, height: 48 }

/** A mask of one number. */
function mask(value: number): Promise<Uint8Array> {
  return greyPng(new Uint8Array(SIZE.width * SIZE.height).fill(value), SIZE)
}

const XML = `<annotation><object><name>cat</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>`

describe('an archive of a public dataset', () => {
  test('Cityscapes with masks alone', async () => {
    const stem = 'gtFine/val/ulm/ulm_0_gtFine'

    const found = await uploaded(
      {
        [`${stem}_labelIds.png`]: await mask(26),
        [`${stem}_instanceIds.png`]: await mask(26),
        [`${stem}_color.png`]: await mask(1),
        'leftImg8bit/val/ulm/ulm_0_leftImg8bit.png': await someImage(),
      },
      'semantic-segmentation',
    )

    expect(found).toEqual({ images: { 'ulm_0_leftImg8bit.png': ['valid', 'car'] }, refused: [] })
  })

  test('CamVid as SegNet keeps it', async () => {
    const found = await uploaded(
      {
        'train/a.png': await someImage(),
        'trainannot/a.png': await mask(8),
        'test/b.png': await someImage(),
        'testannot/b.png': await mask(0),
        'train.txt': '/SegNet/CamVid/train/a.png /SegNet/CamVid/trainannot/a.png\n',
      },
      'semantic-segmentation',
    )

    expect(found).toEqual({ images: { 'a.png': ['train', 'Car'], 'b.png': ['test', 'Sky'] }, refused: [] })
  })

  test('ImageNet with its table of solutions', async () => {
    const found = await uploaded(
      {
        'LOC_synset_mapping.txt': 'n01440764 tench, Tinca tinca\nn02007558 flamingo\n',
        'LOC_val_solution.csv': 'ImageId,PredictionString\nv,n02007558 1 1 9 9 \n',
        'ILSVRC/Annotations/CLS-LOC/val/v.xml': XML.replace('cat', 'n02007558'),
        'ILSVRC/Data/CLS-LOC/train/n01440764/t.JPEG': await someImage(),
        'ILSVRC/Data/CLS-LOC/val/v.JPEG': await someImage(),
      },
      'single-label-classification',
    )

    expect(found).toEqual({ images: { 't.JPEG': ['train', 'tench'], 'v.JPEG': ['valid', 'flamingo'] }, refused: [] })
  })

  test('CelebA with landmarks and the partition', async () => {
    const points =
      'lefteye_x lefteye_y righteye_x righteye_y nose_x nose_y leftmouth_x leftmouth_y rightmouth_x rightmouth_y'

    const found = await uploaded(
      {
        'list_landmarks_align_celeba.txt': `1\n${points}\n000001.jpg 10 10 30 10 20 20 12 30 28 30\n`,
        'list_eval_partition.txt': '000001.jpg 1\n',
        'img_align_celeba/000001.jpg': await someImage(),
      },
      'keypoint-detection',
    )

    expect(found).toEqual({ images: { '000001.jpg': ['valid', 'face'] }, refused: [] })
  })

  test.each([
    ['object-detection', ['train', 'cat']],
    ['semantic-segmentation', ['train', 'aeroplane']],
  ])('Pascal VOC without lists for %s', async (type, labelled) => {
    const found = await uploaded(
      {
        'VOC/Annotations/a.xml': XML,
        'VOC/JPEGImages/a.jpg': await someImage(),
        'VOC/SegmentationClass/a.png': await mask(1),
        'VOC/SegmentationObject/a.png': await mask(1),
      },
      type,
    )

    expect(found).toEqual({ images: { 'a.jpg': labelled }, refused: [] })
  })

  test('Pascal VOC: images without a mask go to the splits of their lists', async () => {
    const found = await uploaded(
      {
        'VOC/JPEGImages/a.jpg': await someImage(),
        'VOC/JPEGImages/b.jpg': await someImage(),
        'VOC/SegmentationClass/a.png': await mask(1),
        'VOC/ImageSets/Segmentation/val.txt': 'a\n',
        'VOC/ImageSets/Main/test.txt': 'b\n',
      },
      'semantic-segmentation',
    )

    expect(found).toEqual({ images: { 'a.jpg': ['valid', 'aeroplane'], 'b.jpg': ['test'] }, refused: [] })
  })

  test('Pascal VOC whole: where masks are read, the boxes that are not are told', async () => {
    const { images, notes } = await uploadedWithNotes(
      {
        'VOC/Annotations/a.xml': XML,
        'VOC/Annotations/b.xml': XML,
        'VOC/JPEGImages/a.jpg': await someImage(),
        'VOC/JPEGImages/b.jpg': await someImage(),
        'VOC/SegmentationClass/a.png': await mask(1),
      },
      'semantic-segmentation',
    )

    expect(images).toEqual({ 'a.jpg': ['train', 'aeroplane'], 'b.jpg': ['train'] })
    expect(notes).toEqual([
      {
        path: 'VOC/Annotations/a.xml',
        reason: '2 Pascal VOC files not used: the Pascal VOC Segmentation files match this project better',
      },
    ])
  })

  test('VisDrone', async () => {
    const found = await uploaded(
      {
        'VisDrone2019-DET-val/annotations/a.txt': '0,0,9,9,0,0,0,0\n20,10,20,20,1,4,0,1\n',
        'VisDrone2019-DET-val/images/a.jpg': await someImage(),
      },
      'object-detection',
    )

    expect(found).toEqual({ images: { 'a.jpg': ['valid', 'car', 'car'] }, refused: [] })
  })

  test('ADE20K with outlines and masks beside', async () => {
    const object = { name: 'wall', polygon: { x: [2, 30, 30], y: [2, 2, 30] }, parts: { part_level: 0 } }
    const annotation = { filename: 'ADE_train_1.jpg', object: [object] }

    const found = await uploaded(
      {
        'training/street/ADE_train_1.jpg': await someImage(),
        'training/street/ADE_train_1.json': JSON.stringify({ annotation }),
        'training/street/ADE_train_1_seg.png': await rgbPng(new Uint8Array(64 * 48 * 3), SIZE),
        'training/street/ADE_train_1_parts_1.png': await rgbPng(new Uint8Array(64 * 48 * 3), SIZE),
      },
      'instance-segmentation',
    )

    expect(found).toEqual({ images: { 'ADE_train_1.jpg': ['train', 'wall'] }, refused: [] })
  })

  test('LabelMe with a mask', async () => {
    const png = Buffer.from(await greyPng(Uint8Array.of(1, 1), { width: 2, height: 1 })).toString('base64')
    const points = [
      [10, 10],
      [11, 10],
    ]
    const shapes = [{ label: 'crate', shape_type: 'mask', points, mask: png, flags: {}, group_id: null }]

    const found = await uploaded(
      {
        'a.jpg': await someImage(),
        'a.json': JSON.stringify({ version: '5.5.0', flags: {}, shapes, imagePath: 'a.jpg', imageData: null }),
      },
      'instance-segmentation',
    )

    expect(found).toEqual({ images: { 'a.jpg': ['train', 'crate'] }, refused: [] })
  })

  test('COCO with a caption beside one of its images', async () => {
    const annotations = [{ id: 1, image_id: 1, category_id: 3, bbox: [4, 5, 20, 10], area: 200, iscrowd: 0 }]
    const images = [{ id: 1, file_name: 'quay 01.png', ...SIZE }]
    const coco = { images, annotations, categories: [{ id: 3, name: 'crane' }] }

    const found = await uploaded(
      {
        'train/quay 01.png': await someImage(),
        'train/quay 01.txt': 'a crane at the quay',
        'annotations/instances_train.json': JSON.stringify(coco),
      },
      'object-detection',
    )

    expect(found.images).toEqual({ 'quay 01.png': ['train', 'crane'] })
    expect(found.refused.map(({ path }) => path)).toEqual(['train/quay 01.txt'])
  })

  test('YOLO pose with a description of another name', async () => {
    const found = await uploaded(
      {
        'images/val2017/a.png': await someImage(),
        'labels/val2017/a.txt': '0 0.5 0.5 0.5 0.5 0.4 0.4 2 0.6 0.6 2\n',
        'harbor-pose.yaml': 'names: ["L\\u00F6ffel"]\nkpt_shape: [2, 3]\nval: images/val2017\n',
      },
      'keypoint-detection',
    )

    expect(found).toEqual({ images: { 'a.png': ['valid', 'Löffel'] }, refused: [] })
  })

  test('YOLO with a line that cannot be read among others', async () => {
    const found = await uploaded(
      {
        'a.png': await someImage(),
        'a.txt': '0 0.5 0.5 0.2 0.2\n0 nonsense\n1 0.5 0.5 0.2 0.2\n',
        'data.yaml': 'names: [buoy, crane]\n',
      },
      'object-detection',
    )

    expect(found.images).toEqual({ 'a.png': ['train', 'buoy', 'crane'] })
    expect(found.refused.map(({ path }) => path)).toEqual(['a.txt, line 2'])
  })

  test('images with the same bytes and different annotations: both are told', async () => {
    const image = await someImage()

    const found = await uploaded(
      {
        'images/a.png': image,
        'images/b.png': image,
        'labels/a.txt': '0 0.5 0.5 0.2 0.2\n',
        'labels/b.txt': '1 0.4 0.4 0.1 0.1\n',
        'data.yaml': 'names: [buoy, crane]\n',
      },
      'object-detection',
    )

    expect(Object.values(found.images)).toHaveLength(1)
    expect(found.refused.map(({ path }) => path)).toEqual([expect.stringMatching(/^labels\/[ab]\.txt$/)])
  })

  test('LabelMe as its first program writes it, in folders of its own', async () => {
    const xml =
      '<annotation><filename>x.jpg</filename><folder>05june05</folder><object><name>car</name><deleted>0</deleted><polygon><pt><x>1</x><y>1</y></pt><pt><x>20</x><y>1</y></pt><pt><x>20</x><y>20</y></pt></polygon></object></annotation>'

    const found = await uploaded(
      { 'Images/05june05/x.jpg': await someImage(), 'Annotations/05june05/x.xml': xml },
      'instance-segmentation',
    )

    expect(found).toEqual({ images: { 'x.jpg': ['train', 'car'] }, refused: [] })
  })
})
