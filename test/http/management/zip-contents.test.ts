import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { imageRecord } from '../../kit/records.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import type { MadeEntry } from '../../kit/zip-maker.ts'
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

describe('the archive', () => {
  test('folders name the split, labels are put on, and what systems leave behind is passed over', async () => {
    const project = await newProject(station)
    const [voc, yolo, coco, bare] = await Promise.all([1, 2, 3, 4].map(async () => someImage()))
    const box = { id: 1, image_id: 7, category_id: 2, bbox: [1, 2, 10, 12] }
    const document = {
      images: [
        { id: 7, file_name: 'c.png' },
        { id: 8, file_name: 'x.png' },
      ],
      annotations: [box],
    }
    const entries = [
      { path: 'set/train/images/', content: '' },
      { path: 'set/train/a.png', content: voc ?? '' },
      { path: 'set/train/a.xml', content: VOC },
      { path: 'set/valid/images/b.png', content: yolo ?? '' },
      { path: 'set/valid/labels/b.txt', content: '1 0.5 0.5 0.25 0.25' },
      {
        path: 'set/data.yaml',
        content: "train: ../train/images\nnames:\n  0: buoy\n  1: 'oil rig'  # far out\nnc: 2\n",
      },
      { path: 'set/test/c.png', content: coco ?? '' },
      {
        path: 'set/test/_annotations.coco.json',
        content: JSON.stringify({ ...document, categories: [{ id: 2, name: 'tug' }] }),
      },
      { path: 'd.png', content: bare ?? '' },
      { path: 'again.png', content: bare ?? '' },
      ...['__MACOSX/._d.png', '.DS_Store', 'set/.git/a.png', 'set/Thumbs.db'].map((path) => ({ path, content: 'x' })),
    ]

    const { result } = await zips.importZip(project, entries, { split: 'valid' })

    expect(result).toEqual({ added: 4, duplicates: 1, annotated: 3, refused: [], notes: [] })
    const images = await zips.imagesOf(project)
    const { 'd.png': plain = images['again.png'], 'again.png': _again, ...labelled } = images
    expect(plain).toMatchObject({ split: 'valid', labels: [] })
    expect(labelled).toMatchObject({
      'a.png': { split: 'train', labels: ['gull'] },
      'b.png': { split: 'valid', labels: ['oil rig'] },
      'c.png': { split: 'test', labels: ['tug'] },
    })
    expect(labelled['a.png']?.annotation?.boxes).toMatchObject([{ label: 'gull', width: 17, height: 26 }])
  })

  test('a file with labels of many images is read where no image has one of its own', async () => {
    const project = await newProject(station)
    const rows = [
      'filename,width,height,class,xmin,ymin,xmax,ymax',
      'a.png,64,48,gull,4,5,20,30',
      'c.png,64,48,tug,1,1,9,9',
    ]
    const entries = [
      { path: 'valid/a.png', content: await someImage() },
      { path: 'valid/b.png', content: await someImage() },
      { path: 'valid/_annotations.csv', content: rows.join('\n') },
    ]

    const { result } = await zips.importZip(project, entries, { split: 'test', tags: ['night'] })

    const refused = [
      { path: 'valid/_annotations.csv, line 3', reason: expect.stringContaining('Image "c.png" not found') },
    ]
    expect(result).toEqual({ added: 2, duplicates: 0, annotated: 1, refused, notes: [] })
    expect(await zips.imagesOf(project)).toMatchObject({
      'a.png': { split: 'valid', labels: ['gull'], tags: ['night'] },
      'b.png': { split: 'valid', labels: [], tags: ['night'] },
    })
  })

  test('the lists of CVAT in YOLO 1.1 say the splits', async () => {
    const project = await newProject(station)
    const contents = { 'obj.data': 'train = data/train.txt\nvalid = data/valid.txt\n', 'obj.names': 'gull\n' }
    const lists = { 'train.txt': 'data/obj_train_data/a.png\n', 'valid.txt': 'data/obj_train_data/b.png\n' }
    const boxes = { 'obj_train_data/a.txt': '0 0.5 0.5 0.2 0.2\n', 'obj_train_data/b.txt': '0 0.5 0.5 0.2 0.2\n' }
    const images = { 'obj_train_data/a.png': await someImage(), 'obj_train_data/b.png': await someImage() }
    const files = Object.entries({ ...contents, ...lists, ...boxes, ...images })

    await zips.importZip(
      project,
      files.map(([path, content]) => ({ path, content })),
    )

    const [a, b] = ['train', 'valid'].map((split) => ({ split, labels: ['gull'] }))
    expect(await zips.imagesOf(project)).toMatchObject({ 'a.png': a, 'b.png': b })
  })

  test('images inside files of records come in with their labels', async () => {
    const project = await newProject(station)
    const record = imageRecord('a.png', await someImage())

    const { result } = await zips.importZip(project, [{ path: 'boats.tfrecord', content: Buffer.from(record) }], {
      split: 'valid',
      tags: ['night'],
    })

    expect(result).toEqual({ added: 1, duplicates: 0, annotated: 1, refused: [], notes: [] })
    expect(await zips.imagesOf(project)).toMatchObject({
      'a.png': { split: 'valid', labels: ['crate', 'buoy'], tags: ['night'] },
    })
  })

  test('labels that cannot be read are named, and their images are there', async () => {
    const project = await newProject(station)
    const entries = [
      { path: 'a.png', content: await someImage() },
      { path: 'a.txt', content: '0 0.5 0.5' },
      { path: 'lonely.xml', content: VOC },
      { path: 'notes.docx', content: 'x' },
      { path: 'README.txt', content: 'x' },
    ]

    const { result } = await zips.importZip(project, entries)

    expect(result).toMatchObject({ added: 1, annotated: 0 })
    expect(Object.fromEntries(result?.refused.map(({ path, reason }) => [path, reason]) ?? [])).toEqual({
      'a.txt': expect.stringContaining('no annotations in a supported format'),
      'lonely.xml': expect.stringContaining('Image "lonely" not found in the dataset'),
    })
    expect(result?.notes).toEqual([{ path: 'notes.docx', reason: '1 other file is not used.' }])
  })

  test('the same archive again adds nothing and leaves labels as they are', async () => {
    const project = await newProject(station)
    const entries = [
      { path: 'a.png', content: await someImage() },
      { path: 'a.xml', content: VOC },
    ]
    await zips.importZip(project, entries)

    const { result } = await zips.importZip(project, [
      ...entries.slice(0, 1),
      { path: 'a.xml', content: VOC.replace('gull', 'crow') },
    ])

    const reason = 'a.png is already annotated. Annotations from this file were skipped'
    const notes = [{ path: 'a.xml', reason }]
    expect(result).toEqual({ added: 0, duplicates: 1, annotated: 0, refused: [], notes })
    expect(await zips.imagesOf(project)).toMatchObject({ 'a.png': { labels: ['gull'] } })
  })
})

describe('a hostile archive', () => {
  test('every bad entry is refused by name, and the good one beside them is taken in', async () => {
    const project = await newProject(station)
    const [good, fine] = [await someImage(), await someImage()]
    const entries: MadeEntry[] = [
      { path: 'good.png', content: good },
      { path: '../out.png', content: fine },
      { path: 'in/../../out.png', content: fine },
      { path: '/etc/out.png', content: fine },
      { path: 'C:\\out.png', content: fine },
      { path: 'up\\..\\..\\out.png', content: fine },
      { path: 'link.png', content: '/etc/passwd', mode: 0o120777 },
      { path: 'device.png', content: fine, mode: 0o020666 },
      { path: 'secret.png', content: fine, isEncrypted: true },
      { path: 'packed.png', content: fine, method: 99, statedBytes: 5 },
      { path: 'huge.png', content: fine, statedBytes: 600 * 1024 * 1024 },
      { path: 'more.png', content: fine, statedBytes: fine.length - 1 },
      { path: 'less.png', content: fine, statedBytes: fine.length + 1 },
      { path: 'sum.png', content: fine, statedCrc: 1 },
      { path: 'text.png', content: 'no image' },
    ]

    const { status, result } = await zips.importZip(project, entries)

    expect(status).toBe('completed')
    expect(result).toMatchObject({ added: 1, duplicates: 0 })
    const reasons = new Map(result?.refused.map(({ path, reason }) => [path, reason]))
    expect([...reasons.keys()].toSorted()).toEqual(
      entries
        .slice(1)
        .map(({ path }) => path.replaceAll('\\', '/'))
        .toSorted(),
    )
    expect(reasons.get('../out.png')).toBe('Its path leads out of the dataset')
    expect(reasons.get('link.png')).toContain('link')
    expect(reasons.get('secret.png')).toContain('encrypted')
    expect(reasons.get('huge.png')).toContain('512 MB')
    expect(reasons.get('sum.png')).toMatch(/^Checksum mismatch/)
    await expect.poll(() => station.waitingArchives()).toEqual([])
  })

  test.each([
    [
      'more than 10,000 files',
      Array.from({ length: 10_001 }, (_, at) => ({ path: `${at}.png`, content: '' })),
      '10000',
    ],
    [
      'more than 16 GB unpacked',
      Array.from({ length: 40 }, (_, at) => ({ path: `${at}.png`, content: '', statedBytes: 500 * 1024 * 1024 })),
      'unpacks to 20 GB',
    ],
  ])('one with %s ends the task before anything is taken in', async (_name, entries, reason) => {
    const project = await newProject(station)

    const { status, error } = await zips.importZip(project, entries)

    expect({ status, error }).toMatchObject({ status: 'failed', error: { english: expect.stringContaining(reason) } })
    expect(await zips.imagesOf(project)).toEqual({})
  })
})
