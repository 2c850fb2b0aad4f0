import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { type ZipUploads, zipUploads } from '../../kit/zip-uploads.ts'

let station: TestStation
let zips: ZipUploads

beforeAll(async () => {
  station = await testStation()
  zips = zipUploads(station)
})

afterAll(async () => station.close())

const VOC = `<annotation><size><width>64</width><height>48</height></size><object><name>gull</name>
  <bndbox><xmin>4</xmin><ymin>5</ymin><xmax>20</xmax><ymax>30</ymax></bndbox></object></annotation>`
const YOLO = '0 0.5 0.5 0.25 0.25'

/** A box called `tug` on each of the images. */
function coco(...names: readonly string[]): string {
  return JSON.stringify({
    images: names.map((file_name, id) => ({ id, file_name, width: 64, height: 48 })),
    annotations: names.map((_, id) => ({ id, image_id: id, category_id: 1, bbox: [1 + id, 2, 10, 12] })),
    categories: [{ id: 1, name: 'tug' }],
  })
}

async function entriesOf(paths: readonly string[], texts: Readonly<Record<string, string>>) {
  const images = paths.map(async (path) => ({ path, content: await someImage() }))
  return [...(await Promise.all(images)), ...Object.entries(texts).map(([path, content]) => ({ path, content }))]
}

async function labelsOf(project: string) {
  const found = Object.entries(await zips.imagesOf(project))
  return Object.fromEntries(found.map(([name, { labels }]) => [name, labels]))
}

test('an archive of several formats has its COCO files read wherever they lie above the images', async () => {
  const project = await newProject(station)
  const entries = await entriesOf(
    ['voc/JPEGImages/a.png', 'yolo/images/b.png', 'coco/images/c.png', 'more/val/d.png'],
    {
      'voc/Annotations/a.xml': VOC,
      'yolo/labels/b.txt': YOLO,
      'yolo/data.yaml': 'names: [buoy]\n',
      'coco/annotations.json': coco('c.png'),
      'more/annotations/instances_train.json': coco('train/x.png'),
      'more/annotations/instances_val.json': coco('val/d.png'),
    },
  )

  const { result } = await zips.importZip(project, entries)

  const refused = [
    { path: 'more/annotations/instances_train.json', reason: 'No image of the archive goes with this file' },
  ]
  expect(result).toEqual({ added: 4, duplicates: 0, annotated: 4, refused, notes: [] })
  expect(await labelsOf(project)).toEqual({ 'a.png': ['gull'], 'b.png': ['buoy'], 'c.png': ['tug'], 'd.png': ['tug'] })
})

test('annotations of a COCO file are told that give way to those of a file about the image alone', async () => {
  const project = await newProject(station)
  const entries = await entriesOf(['train/a.png', 'train/b.png'], {
    'train/_annotations.coco.json': coco('a.png', 'b.png'),
    'train/a.xml': VOC,
  })

  const { result } = await zips.importZip(project, entries)

  const reason = 'a.png: 1 annotation of this file not used, because those of a.xml are used'
  const notes = [{ path: 'train/_annotations.coco.json', reason }]
  expect(result).toEqual({ added: 2, duplicates: 0, annotated: 2, refused: [], notes })
  expect(await labelsOf(project)).toEqual({ 'a.png': ['gull'], 'b.png': ['tug'] })
})

test('images of one name in several folders of a COCO file are told apart by it, or named', async () => {
  const project = await newProject(station)
  const images = ['voc/a.png', 'yolo/b.png', 'apart/x/1.png', 'apart/y/1.png', 'alike/x/2.png', 'alike/y/2.png']
  const entries = await entriesOf(images, {
    'voc/a.xml': VOC,
    'yolo/b.txt': YOLO,
    'apart/coco.json': coco('y/1.png'),
    'alike/coco.json': coco('2.png'),
  })

  const { result } = await zips.importZip(project, entries)

  const reason = 'Several images are called "2.png", and it is not clear which is meant'
  expect(result).toMatchObject({ added: 6, annotated: 3, refused: [{ path: 'alike/coco.json', reason }] })
})

test('a table beside an archive of several formats is said to be unused for that', async () => {
  const project = await newProject(station)
  const entries = await entriesOf(['voc/a.png', 'yolo/b.png', 'table/c.png'], {
    'voc/a.xml': VOC,
    'yolo/b.txt': YOLO,
    'table/_annotations.csv': 'filename,width,height,class,xmin,ymin,xmax,ymax\nc.png,64,48,tug,1,1,9,9\n',
  })

  const { result } = await zips.importZip(project, entries)

  const reason =
    'The archive contains several formats, and this file is not about a single image. Upload it with its images in an archive of its own'
  expect(result).toMatchObject({ added: 3, annotated: 2, refused: [{ path: 'table/_annotations.csv', reason }] })
})
