import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import { sentenceOf } from '#common/messages/sentence'
import { exportWriter } from '#compose/exports/export-writer'
import { fittingFormat, NOT_WRITTEN } from '#core/exchange/exports/formats'
import { EXPORTERS, exportersFor } from '#formats/exporters/registry'
import { openBlobStore } from '#storage/blobs/blob-store'
import { inWords } from '../../../kit/in-words.ts'

/** The letters that the table of identifiers has for kinds of projects. */
const TASKS: Readonly<Record<ProjectType, string>> = {
  'object-detection': 'D',
  'instance-segmentation': 'S',
  'keypoint-detection': 'K',
  'single-label-classification': 'C',
  'multi-label-classification': 'M',
  'semantic-segmentation': 'X',
  'text-image-pairs': 'V',
}

/**
 * Every identifier that clients may say, with the projects that it fits. Formats of boxes take a segmentation project too, and
 * write the box around each outline.
 */
const TABLE: readonly { readonly names: string; readonly fits: string }[] = [
  { names: 'coco', fits: 'DKS' },
  { names: 'coco-segmentation coco-segmentation-rle', fits: 'DSX' },
  { names: 'createml darknet tensorflow tfrecord voc', fits: 'DS' },
  { names: 'yolokeras yolov4pytorch mt-yolov6 retinanet benchmarker', fits: 'DS' },
  { names: 'multiclass', fits: 'CDMS' },
  { names: 'yolov4scaled yolov5pytorch yolov5 yolov7pytorch yolov7', fits: 'DKS' },
  { names: 'yolov8 yolov9 yolov10 yolo10 yolov11 yolo11 yolov12 yolo12 yolo26', fits: 'DKS' },
  { names: 'yolov5-obb yolov8-obb yolov11-obb yolo26-obb', fits: 'DS' },
  { names: 'clip', fits: 'CDS' },
  { names: 'folder', fits: 'CDKS' },
  { names: 'yolov8-cls yolov11-cls yolo26-cls imagenet', fits: 'C' },
  { names: 'cvat-yolo yolo1.1 via', fits: 'DS' },
  { names: 'label-studio', fits: 'CDMS' },
  { names: 'camvid cityscapes coco-panoptic', fits: 'SX' },
  { names: 'wider-face widerface icdar icdar2015', fits: 'DS' },
  { names: 'png-mask-semantic', fits: 'SX' },
  { names: 'jsonl paligemma florence2 openai', fits: 'DV' },
  { names: 'ndjson', fits: 'CDKMS' },
  { names: 'datumaro', fits: 'CDKMSVX' },
  { names: 'fiftyone', fits: 'CDMS' },
  { names: 'fiftyone-dataset fiftyonedataset', fits: 'CDKMSX' },
  { names: 'openimages', fits: 'DS' },
  { names: 'sam', fits: 'DSX' },
  { names: 'dota kitti kitti_detection', fits: 'DS' },
  { names: 'labelme', fits: 'CDKMSX' },
  { names: 'cvat', fits: 'CDKMSX' },
  { names: 'voc-segmentation voc_segmentation', fits: 'SX' },
]

const folder = await mkdtemp(join(tmpdir(), 'tessera-identifiers-'))
const writer = exportWriter(await openBlobStore(folder))
afterAll(() => rm(folder, { recursive: true }))

const CASES = TABLE.flatMap(({ names, fits }) => names.split(' ').map((name) => ({ name, fits })))

test.each(CASES)(
  '$name fits the projects $fits, and is refused for others with a list of what fits',
  ({ name, fits }) => {
    const answers = ProjectType.options.map((type) => ({ type, answer: fittingFormat(writer, type, name) }))
    const accepted = answers.flatMap(({ type, answer }) => (answer.ok ? [TASKS[type]] : []))
    const refused = answers.flatMap(({ type, answer }) =>
      answer.ok ? [] : [{ type, sentence: sentenceOf(answer.error) }],
    )

    expect(accepted.toSorted().join('')).toBe(fits)
    expect(refused.map(({ sentence }) => sentence)).toEqual(
      refused.map(({ type }) => {
        const allowed = exportersFor(type).map(({ id }) => id)
        const types = ProjectType.options.filter((other) => fits.includes(TASKS[other])).join(', ')
        return `"${name}" is an export format for projects of another type: ${types}. Use one of: ${allowed.join(', ')}`
      }),
    )
  },
)

test.each([
  ['mot', 'contains tracks through videos, which versions do not have'],
  ['lvis', 'is a known format that Tessera does not write'],
  ['nonsense', 'is not an export format for this project'],
])('%s is refused with the reason why it is not offered', (name, reason) => {
  const answer = fittingFormat(writer, 'object-detection', name)

  expect(inWords(answer)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining(`"${name}" ${reason}. Use one`) },
  })
})

test('no identifier stands for two formats', () => {
  const all = EXPORTERS.flatMap(({ id, aliases = [] }) => [id, ...aliases])

  expect(all.toSorted()).toEqual([...new Set(all)].toSorted())
})

test('no format that is written is called one that is not', () => {
  const written = EXPORTERS.flatMap(({ id, aliases = [] }) => [id, ...aliases])

  expect(
    written.filter((name) => NOT_WRITTEN.has(name)),
    'Take them out of NOT_WRITTEN in main/core/exchange/exports/formats.ts',
  ).toEqual([])
})

test('what a format is called leads to that format', () => {
  const found = CASES.flatMap(({ name }) =>
    EXPORTERS.filter(({ id, aliases = [] }) => id === name || aliases.includes(name)),
  )

  expect(found).toHaveLength(CASES.length)
  expect(new Set(found)).toEqual(new Set(EXPORTERS))
})
