import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newProject, newVersion, storedPath, upload, uploadLabelled } from '../../kit/dataset.ts'
import { runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { readZip } from '../../kit/zip-file.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Exported = z.object({ export: z.object({ format: z.string(), link: z.string() }) })

/** Images of 64 × 48 pixels are made square, and what is beside them is a mirror. */
const MIRRORED = { preprocessing: { resize: { width: 64, height: 64, format: 'Fit (reflect edges) in' } } }

/** The files of an export of a version with one image, which was annotated like this; names of images are cut short. */
async function filesOf({ type, format, name, text }: Readonly<Record<'type' | 'format' | 'name' | 'text', string>>) {
  const project = await newProject(station, type)
  const id = await upload(station, project, { name: 'bay.png' })
  const json = { annotationFile: text, labelmap: null }
  await station.management.post(`/dataset/${project}/annotate/${id}?name=${name}`, { json })
  await newVersion(station, project, MIRRORED)
  const entries = await archiveOf(project, format)
  return Object.fromEntries([...entries].map(([path, bytes]) => [short(path), short(bytes.toString())]))
}

async function archiveOf(project: string, format: string, version = 1) {
  await station.management.get(`/acme/${project}/${version}/${format}`)
  for (const { kind, taskId } of await station.services.tasks.list(station.workspace)) {
    if (kind === 'export') await station.taskEnd(taskId)
  }
  const { body } = await station.management.get(`/acme/${project}/${version}/${format}`)
  const told = Exported.parse(body).export
  expect(told.format).toBe(format)
  return readZip((await station.management.get(told.link, { key: null })).bytes)
}

function short(text: string): string {
  return text.replace(/bay_png\.rf\.[0-9a-f]{32}/g, 'bay')
}

test('the class of an image is the folder that it lies in', async () => {
  const type = 'single-label-classification'

  const files = await filesOf({ type, format: 'folder', name: 'Rust', text: 'Rust' })

  expect(Object.keys(files)).toEqual(['README.dataset.txt', 'README.tessera.txt', 'train/Rust/bay.jpg'])
})

test('several classes of an image are a row of a table', async () => {
  const type = 'multi-label-classification'

  const files = await filesOf({ type, format: 'multiclass', name: 'a.json', text: '["Rust", "Bent"]' })

  expect(files['train/_classes.csv']).toBe('filename, Bent, Rust\nbay.jpg, 1, 1\n')
})

test('texts about an image are lines, each once', async () => {
  const lines = ['{"image":"bay.png","prefix":"caption","suffix":"A bay."}', '{"image":"bay.png","suffix":"Löffel"}']

  const type = 'text-image-pairs'
  const files = await filesOf({ type, format: 'jsonl', name: 'a.jsonl', text: lines.join('\n') })

  expect(files['dataset/_annotations.train.jsonl']).toBe(
    '{"image":"bay.jpg","prefix":"caption","suffix":"A bay."}\n{"image":"bay.jpg","prefix":"","suffix":"Löffel"}\n',
  )
})

test('keypoints come with the names they had, exchanged where the image is mirrored', async () => {
  const category = { id: 1, name: 'gull', keypoints: ['left wing', 'right wing'], skeleton: [[1, 2]] }
  const annotation = { id: 1, image_id: 7, category_id: 1, bbox: [10, 2, 30, 6], keypoints: [12, 4, 2, 20, 6, 1] }
  const text = JSON.stringify({ images: [{ id: 7 }], categories: [category], annotations: [annotation] })

  const files = await filesOf({ type: 'keypoint-detection', format: 'coco', name: 'a.json', text })

  expect(JSON.parse(files['train/_annotations.coco.json'] ?? '')).toMatchObject({
    categories: [{ id: 0 }, category],
    annotations: [
      { bbox: [10, 10, 30, 6], keypoints: [12, 12, 2, 20, 14, 1], num_keypoints: 2 },
      { bbox: [10, 0, 30, 6], keypoints: [20, 2, 1, 12, 4, 2], num_keypoints: 2 },
    ],
  })
})

test('regions are grey values beside the image', async () => {
  const text = '0 0.25 0.25 0.5 0.5'

  const files = await filesOf({ type: 'semantic-segmentation', format: 'png-mask-semantic', name: 'a.txt', text })

  expect(Object.keys(files).slice(2)).toEqual(['train/_classes.csv', 'train/bay.jpg', 'train/bay_mask.png'])
  expect(files['train/_classes.csv']).toBe('Pixel Value, Class\n0, background\n1, 0')
})

test('a format has one archive under all its names', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  await newVersion(station, project)

  const [one, other] = [await archiveOf(project, 'my-yolov6'), await archiveOf(project, 'mt-yolov6')]

  expect(one).toEqual(other)
  expect(await station.management.get(`/acme/${project}/1`)).toMatchObject({
    body: { version: { exports: ['mt-yolov6'] } },
  })
})

test.each([
  ['object-detection', 'imagenet', 'coco, coco-segmentation, yolov8'],
  ['text-image-pairs', 'coco', 'jsonl, florence2, openai, datumaro$'],
  [
    'single-label-classification',
    'yolov8',
    'labelme, label-studio, cvat, folder, yolov8-cls, imagenet, multiclass, clip, ndjson, datumaro, fiftyone, fiftyone-dataset$',
  ],
  [
    'multi-label-classification',
    'folder',
    'labelme, label-studio, cvat, multiclass, ndjson, datumaro, fiftyone, fiftyone-dataset$',
  ],
  [
    'semantic-segmentation',
    'coco',
    'coco-segmentation, png-mask-semantic, voc-segmentation, camvid, cityscapes, coco-panoptic, labelme, cvat, datumaro, fiftyone-dataset, sam, coco-segmentation-rle$',
  ],
  ['keypoint-detection', 'voc', 'coco, yolov8, yolov11'],
])('a project of the type %s does not go into %s', async (type, format, allowed) => {
  const project = await newProject(station, type)
  const id = await upload(station, project)
  const json = { annotationFile: '', labelmap: null }
  await station.management.post(`/dataset/${project}/annotate/${id}?name=a.txt`, { json })
  await newVersion(station, project)

  const answer = await station.management.get(`/acme/${project}/1/${format}`)

  const error = expect.stringMatching(
    `"${format}" is an export format for projects of another type: [a-z, -]+. Use one of: ${allowed}`,
  )
  expect(answer).toMatchObject({ status: 400, body: { error } })
})

test('a version that was frozen before classes had points is exported as it was', async () => {
  const project = await newProject(station, 'keypoint-detection')
  const id = await upload(station, project, { name: 'bay.png' })
  const json = { annotationFile: '0 0.5 0.5 0.5 0.5', labelmap: { 0: 'gull' } }
  await station.management.post(`/dataset/${project}/annotate/${id}?name=a.txt`, { json })
  await newVersion(station, project)
  runSql(station, `UPDATE version SET classes = json_remove(classes, '$[0].skeleton')`)

  const entries = await archiveOf(project, 'coco')

  expect(JSON.parse(String(entries.get('train/_annotations.coco.json')))).toMatchObject({
    categories: [{ id: 0 }, { id: 1, name: 'gull', keypoints: [], skeleton: [] }],
    annotations: [{ category_id: 1, bbox: [16, 12, 32, 24], keypoints: [], num_keypoints: 0 }],
  })
})

test('a version of lossless files holds PNGs under names of PNGs, and one of originals the uploaded bytes', async () => {
  const project = await newProject(station)
  const id = await uploadLabelled(station, project, { name: 'bay.png' })
  const uploaded = await readFile(await storedPath(station, id))
  await newVersion(station, project, { preprocessing: { grayscale: true, 'image-format': { format: 'png' } } })
  await newVersion(station, project, { preprocessing: { 'auto-orient': true, 'image-format': { format: 'original' } } })

  const [png, original] = [await imagesOf(project, 1), await imagesOf(project, 2)]

  expect(png.map(([path]) => path)).toEqual(['train/images/bay.png'])
  expect((await sharp(png[0]?.[1]).metadata()).format).toBe('png')
  expect(original.map(([path, bytes]) => [path, bytes.equals(uploaded)])).toEqual([['train/images/bay.png', true]])
})

async function imagesOf(project: string, version: number) {
  const entries = [...(await archiveOf(project, 'yolov8', version))].filter(([path]) =>
    path.startsWith('train/images/b'),
  )
  return entries.map(([path, bytes]) => [short(path), bytes] as const)
}
