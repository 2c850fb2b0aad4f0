import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { type DatasetFiles, type DatasetImporter, oneChunk } from '#core/exchange/datasets/ports'
import { cocoPanoptic } from '#formats/importers/benchmarks/coco-panoptic'
import { fiftyOne } from '#formats/importers/fiftyone'
import { fiftyOneSamples } from '#formats/importers/tools/fiftyone-samples'
import { labelStudio } from '#formats/importers/tools/label-studio'
import { labelStudioMin } from '#formats/importers/tools/label-studio-rows'
import { labelbox } from '#formats/importers/tools/labelbox'
import { via } from '#formats/importers/tools/via'
import { vott } from '#formats/importers/tools/vott'
import { rgbPng } from '#formats/kit/png'
import { labelFiles } from '#test/kit/label-files'

/** A file about one image may have 64 MiB. */
const LARGE = 70 * 1024 * 1024
const IMAGES = Array.from({ length: 400 }, (_, at) => `image-${String(at).padStart(4, '0')}`)

/** The files, the JSON among them of the size that exports of many thousand images have, and how far it was read. */
function large(path: string, text: string) {
  const files = labelFiles({ [path]: text }, 4096)
  let read = 0
  const dataset: DatasetFiles = {
    ...files,
    files: files.files.map((file) => ({ ...file, bytes: LARGE })),
    async *read(file) {
      read = 0
      for await (const piece of files.read(file)) {
        read += piece.byteLength
        yield piece
      }
    },
  }
  return { dataset, share: () => read / Buffer.byteLength(text) }
}

async function namesIn(importer: DatasetImporter, { dataset, share }: ReturnType<typeof large>) {
  const labels = await importer.recognise(dataset)
  const names: string[] = []
  const problems: string[] = []
  let first: number | undefined
  for await (const finding of importer.read(labels, dataset)) {
    if ('reason' in finding) problems.push(sentenceOf(finding.reason))
    if (!('objects' in finding)) continue
    first ??= share()
    names.push(finding.name)
  }
  return { names, problems, first }
}

const ids = (each: (name: string, at: number) => object) => IMAGES.map(each)
const members = (each: (name: string, at: number) => object) =>
  Object.fromEntries(IMAGES.map((name, at) => [`${name}.jpg`, each(name, at)]))
const REGION = { x: 10, y: 10, width: 20, height: 20 }
const VIA = (name: string) => ({
  filename: `${name}.jpg`,
  size: 1,
  regions: [{ shape_attributes: { name: 'rect', ...REGION }, region_attributes: { class: 'crate' } }],
  file_attributes: {},
})

const CASES: readonly (readonly [string, DatasetImporter, string, unknown])[] = [
  [
    'Label Studio',
    labelStudio,
    'export.json',
    ids((name, id) => ({
      id,
      annotations: [{ result: [{ type: 'rectanglelabels', value: { ...REGION, rectanglelabels: ['crate'] } }] }],
      data: { image: `/data/upload/${name}.jpg` },
    })),
  ],
  [
    'Label Studio JSON-MIN',
    labelStudioMin,
    'min.json',
    ids((name, annotation_id) => ({
      annotation_id,
      image: `/data/upload/${name}.jpg`,
      label: [{ ...REGION, rectanglelabels: ['crate'] }],
    })),
  ],
  [
    'Labelbox',
    labelbox,
    'rows.json',
    ids((name) => ({
      'External ID': `${name}.jpg`,
      'Labeled Data': 'x',
      Label: { objects: [{ title: 'crate', bbox: { top: 1, left: 1, height: 9, width: 9 } }] },
    })),
  ],
  ['a project of VIA', via, 'via.json', { _via_settings: {}, _via_img_metadata: members(VIA), _via_attributes: {} }],
  ['an export of VIA', via, 'via.json', members(VIA)],
  [
    'VoTT',
    vott,
    'x-export.json',
    {
      tags: [{ name: 'crate' }],
      assets: members((name) => ({
        asset: { name: `${name}.jpg` },
        regions: [{ type: 'RECTANGLE', tags: ['crate'], boundingBox: { left: 1, top: 1, width: 9, height: 9 } }],
      })),
    },
  ],
  [
    'a whole dataset of FiftyOne',
    fiftyOneSamples,
    'samples.json',
    {
      samples: ids((name) => ({
        filepath: `data/${name}.jpg`,
        ground_truth: { _cls: 'Detections', detections: [{ label: 'crate', bounding_box: [0.1, 0.1, 0.2, 0.2] }] },
      })),
    },
  ],
  [
    'labels of FiftyOne',
    fiftyOne,
    'labels.json',
    {
      classes: ['crate'],
      labels: members(() => [{ label: 0, bounding_box: [0.1, 0.1, 0.2, 0.2], attributes: { note: 'x'.repeat(99) } }]),
    },
  ],
]

describe.each(CASES)('%s', (_, importer, path, document) => {
  test('is read image by image, however large the file is', async () => {
    const { names, problems, first } = await namesIn(importer, large(path, JSON.stringify(document)))

    expect(problems).toEqual([])
    expect(names.map((name) => name.replace(/^data\/|\.jpg$/g, ''))).toEqual(IMAGES)
    expect(first).toBeLessThan(0.9)
  })

  test('tells where it is cut off', async () => {
    const text = JSON.stringify(document)
    const { problems } = await namesIn(importer, large(path, text.slice(0, text.length / 2)))

    expect(problems).toEqual(['The JSON is cut off before its end.'])
  })
})

test('of an export with one odd image the others are read', async () => {
  const document = { ...members(VIA), odd: { filename: 1 }, 7: VIA('seven'), last: VIA('last') }

  const { names, problems } = await namesIn(via, large('via.json', JSON.stringify(document, null, 1)))

  expect(names.slice(-1)).toEqual(['last.jpg'])
  expect(names).toContain('seven.jpg')
  expect(names).toHaveLength(IMAGES.length + 2)
  expect(problems).toEqual([expect.stringContaining('Skipped: ')])
})

test('what FiftyOne says beside its samples is known wherever it stands', async () => {
  const keypoints = {
    _cls: 'Keypoints',
    keypoints: [
      {
        label: 'crab',
        points: [
          [0.1, 0.1],
          [0.5, 0.5],
        ],
      },
    ],
  }
  const skeletons = { crab: { points: ['left', 'right'], edges: [[0, 1]] } }
  const samples = [{ filepath: 'data/bay.jpg', ground_truth: keypoints, keypoints }]
  const text = JSON.stringify({ samples, tessera: { classes: ['crab', 'crate'], skeletons } })
  const { dataset } = large('samples.json', text)

  const listed: string[] = []
  for await (const finding of fiftyOneSamples.read(await fiftyOneSamples.recognise(dataset), dataset)) {
    if ('classNames' in finding) listed.push(...finding.classNames)
  }

  expect(listed).toEqual(['crab', 'crate'])
})

test('a COCO panoptic file is read annotation by annotation, with its classes behind them', async () => {
  const annotations = IMAGES.map((name, image_id) => ({ image_id, file_name: `${name}.png`, segments_info: [] }))
  const images = IMAGES.map((name, id) => ({ id, file_name: `${name}.jpg` }))
  const text = JSON.stringify({ annotations, images, categories: [{ id: 1, name: 'crate' }] })
  const json = large('panoptic_val.json', text)
  const mask = await rgbPng(new Uint8Array(3), { width: 1, height: 1 })
  const masks = IMAGES.map((name) => ({ path: `panoptic_val/${name}.png`, bytes: mask.byteLength }))
  const dataset: DatasetFiles = {
    ...json.dataset,
    files: [...json.dataset.files, ...masks],
    read: (file) => (file.path.endsWith('.png') ? oneChunk(mask) : json.dataset.read(file)),
  }

  const { names, problems } = await namesIn(cocoPanoptic, { dataset, share: json.share })

  expect(problems).toEqual([])
  expect(names).toEqual(IMAGES.map((name) => `${name}.jpg`))
})
