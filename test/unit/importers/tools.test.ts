import { describe, expect, test } from 'vitest'
import { labelStudio, labelStudioMin } from '#formats/importers/tools/label-studio'
import { labelbox } from '#formats/importers/tools/labelbox'
import { labelmeXml } from '#formats/importers/tools/labelme-xml'
import { sageMaker } from '#formats/importers/tools/sagemaker'
import { supervisely } from '#formats/importers/tools/supervisely'
import { v7 } from '#formats/importers/tools/v7'
import { via } from '#formats/importers/tools/via'
import { vott } from '#formats/importers/tools/vott'
import { voc } from '#formats/importers/voc'
import { type Contents, fatesOf, importWith, labelFiles, objectsByName, objectsOf } from '#test/kit/label-files'

/** On an image of 200 × 100. */
const BOX = { kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }

describe('Label Studio', () => {
  const value = { x: 10, y: 10, width: 30, height: 40, rotation: 0, rectanglelabels: ['crate'] }
  const item = { id: 'a', type: 'rectanglelabels', from_name: 'label', to_name: 'image', original_width: 200, value }
  const task = (id: number, image: string, ...works: readonly object[]) => ({ id, data: { image }, annotations: works })

  function read(...tasks: readonly object[]) {
    return importWith(labelStudio, labelFiles({ 'export.json': JSON.stringify(tasks), 'images/9f2a1b4c-sea.jpg': '' }))
  }

  test('what people submitted is read, in hundredths of the sides', async () => {
    const found = await read(
      task(1, '/data/upload/7/3f2a1b4c-bay.jpg', { result: [item], was_cancelled: false }),
      task(2, 's3://bucket/a%20b/quay.jpg?token=x', { result: [] }),
      task(3, '/data/local-files/?d=set/pier.jpg', { result: [item], was_cancelled: true }),
      task(4, '/data/upload/7/9f2a1b4c-sea.jpg'),
    )

    expect(objectsByName(found)).toEqual({ 'bay.jpg': [{ className: 'crate', ...BOX }], 'quay.jpg': [] })
    expect(found.problems).toEqual([])
  })

  test('what a brush painted is read pixel by pixel, and damage is told', async () => {
    // Of 200 × 100 pixels of four words each: 1 of the first row, then nothing.
    const bits = [
      [80_000, 32],
      [7, 5],
      ...[7, 15, 15, 15].map((size) => [size, 4] as const),
      ...[
        [1, 1],
        [0, 2],
        [3, 8],
        [255, 8],
      ],
      ...Array.from({ length: 2 }, () => [
        [1, 1],
        [1, 2],
        [39_997, 16],
        [0, 8],
      ]).flat(),
    ]
    const text = bits.map(([value = 0, length = 0]) => value.toString(2).padStart(length, '0')).join('')
    const rle = Array.from({ length: Math.ceil(text.length / 8) }, (_, i) =>
      Number.parseInt(text.slice(8 * i, 8 * i + 8).padEnd(8, '0'), 2),
    )
    const brush = (bytes: readonly number[]) => ({
      type: 'brushlabels',
      value: { format: 'rle', rle: bytes, brushlabels: ['rust'] },
    })

    const found = await read(task(4, 'bay.jpg', { result: [brush(rle)] }))
    const broken = await read(task(4, 'bay.jpg', { result: [brush(rle.slice(0, -4))] }))

    expect(objectsByName(found)).toMatchObject({ 'bay.jpg': [{ className: 'rust', kind: 'mask' }] })
    expect(JSON.stringify(objectsByName(broken))).toContain('damaged')
  })

  test('the short form is read by the fields that hold the classes', async () => {
    const row = { image: '/data/upload/7/3f2a1b4c-bay.jpg', id: 1, label: [value], annotator: 1, annotation_id: 2 }
    const short = [row, { image: 'quay.jpg', id: 2, annotation_id: 3 }]

    const found = await importWith(labelStudioMin, labelFiles({ 'export.json': JSON.stringify(short) }))

    expect(objectsByName(found)).toEqual({ 'bay.jpg': [{ className: 'crate', ...BOX }] })
  })

  test('a box is turned about its left upper corner, and outlines, points and ellipses are read', async () => {
    const turned = { ...item, value: { ...value, rotation: 180 } }
    const polygon = {
      type: 'polygonlabels',
      value: {
        points: [
          [10, 10],
          [40, 10],
          [40, 50],
        ],
        polygonlabels: ['sail'],
      },
    }
    const point = { type: 'keypointlabels', value: { x: 50, y: 50, width: 1, keypointlabels: ['buoy'] } }

    const found = await read(task(4, '/data/upload/7/9f2a1b4c-sea.jpg', { result: [turned, polygon, point] }))

    expect(objectsByName(found)).toMatchObject({
      '9f2a1b4c-sea.jpg': [
        { className: 'crate', kind: 'rotated-box' },
        { className: 'sail', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50]] },
        { className: 'buoy', kind: 'point', at: { x: 100, y: 50 } },
      ],
    })
  })

  test('a brush, which is not read, leaves its image unlabelled', async () => {
    const brush = { type: 'brushlabels', value: { format: 'rle', rle: [0, 1], brushlabels: ['crate'] } }

    const found = await read(task(1, 'bay.jpg', { result: [brush] }))

    expect(await fatesOf(found)).toEqual({ 'bay.jpg': 'unlabelled' })
  })

  test('choices are classes of the image', async () => {
    const choice = { type: 'choices', value: { choices: ['cat'] } }

    const found = await read(task(1, 'bay.jpg', { result: [choice] }))

    expect(await fatesOf(found, 'single-label-classification')).toEqual({ 'bay.jpg': ['cat'] })
  })
})

const VIA = {
  filename: 'bay.jpg',
  size: 1234,
  regions: [
    {
      shape_attributes: { name: 'rect', x: 20, y: 10, width: 60, height: 40 },
      region_attributes: { class: 'crate' },
    },
  ],
  file_attributes: {},
}
const VIA_BARE = { ...VIA, filename: 'quay.jpg', regions: [] }
const ASSET = {
  asset: { format: 'jpg', id: '1', name: 'bay.jpg', path: 'file:/home/me/bay.jpg', size: { width: 200, height: 100 } },
  regions: [{ id: 'a', type: 'RECTANGLE', tags: ['crate'], boundingBox: { left: 20, top: 10, width: 60, height: 40 } }],
  version: '2.2.0',
}
const SUPERVISELY = {
  description: '',
  tags: [],
  size: { height: 100, width: 200 },
  objects: [
    {
      classTitle: 'crate',
      geometryType: 'rectangle',
      points: {
        exterior: [
          [20, 10],
          [80, 50],
        ],
        interior: [],
      },
    },
  ],
}
const LABELBOX = {
  data_row: { id: 'ck1', external_id: 'bay.jpg', row_data: 'https://storage.example/bay.jpg' },
  projects: {
    p: {
      labels: [
        { annotations: { objects: [{ name: 'crate', bounding_box: { left: 20, top: 10, width: 60, height: 40 } }] } },
      ],
    },
  },
}
const V7 = {
  version: '2.0',
  item: { name: 'bay.jpg', path: '/', slots: [{ slot_name: '0', type: 'image' }] },
  annotations: [{ id: '1', name: 'crate', bounding_box: { x: 20, y: 10, w: 60, h: 40 }, slot_names: ['0'] }],
}
const MANIFEST = {
  'source-ref': 's3://bucket/set/bay.jpg',
  boxes: {
    annotations: [{ class_id: 0, left: 20, top: 10, width: 60, height: 40 }],
    image_size: [{ width: 200, height: 100, depth: 3 }],
  },
  'boxes-metadata': {
    'class-map': { 0: 'crate' },
    objects: [{ confidence: 0.5 }],
    type: 'groundtruth/object-detection',
  },
}

describe('an image that was labelled has its objects, and one that was only listed stays unlabelled', () => {
  test.each([
    [
      via,
      {
        'via_project.json': JSON.stringify({
          _via_settings: {},
          _via_img_metadata: { 'bay.jpg1234': VIA, 'quay.jpg1': VIA_BARE },
        }),
      },
    ],
    [via, { 'via_region_data.json': JSON.stringify({ 'bay.jpg1234': VIA, 'quay.jpg1': VIA_BARE }) }],
    [
      vott,
      {
        'vott-json-export/x-export.json': JSON.stringify({
          name: 'x',
          tags: [{ name: 'crate' }],
          assets: { 1: ASSET, 2: { ...ASSET, asset: { ...ASSET.asset, name: 'quay.jpg' }, regions: [] } },
        }),
      },
    ],
    [vott, { '1-asset.json': JSON.stringify(ASSET) }],
    [
      supervisely,
      {
        'meta.json': JSON.stringify({ classes: [{ title: 'crate' }], tags: [] }),
        'ds0/ann/bay.jpg.json': JSON.stringify(SUPERVISELY),
        'ds0/ann/quay.jpg.json': JSON.stringify({ ...SUPERVISELY, objects: [] }),
      },
    ],
    [
      labelbox,
      {
        'export.ndjson': `${JSON.stringify(LABELBOX)}\n${JSON.stringify({ ...LABELBOX, projects: { p: { labels: [] } } })}`,
      },
    ],
    [labelbox, { 'export.json': JSON.stringify([LABELBOX]) }],
    [v7, { 'bay.json': JSON.stringify(V7), 'quay.json': JSON.stringify({ ...V7, annotations: [] }) }],
    [
      sageMaker,
      { 'output.manifest': `${JSON.stringify(MANIFEST)}\n${JSON.stringify({ 'source-ref': 's3://b/quay.jpg' })}` },
    ],
  ] as const)('$id', async (importer, contents: Contents) => {
    const found = await importWith(importer, labelFiles(contents))

    const [[name, fate] = ['']] = Object.entries(await fatesOf(found))
    expect(name).toMatch(/bay\.jpg$/)
    expect(fate).toEqual(['crate'])
    expect(Object.values(objectsByName(found))[0]).toMatchObject([{ className: 'crate', ...BOX }])
    expect(found.pictures).toHaveLength(1)
    expect(found.problems).toEqual([])
  })
})

describe('what cannot be read makes no background image, and costs nothing else', () => {
  const task = (name: string, ...result: readonly object[]) => ({
    id: 1,
    data: { image: `/data/upload/1/${name}` },
    annotations: [{ result }],
  })
  const place = { x: 10, y: 10, width: 30, height: 40, rotation: 0 }

  test('Label Studio: regions without a class', async () => {
    const bare = { id: 'a', type: 'rectangle', value: place }
    const empty = { id: 'b', type: 'rectanglelabels', value: { ...place, rectanglelabels: [] } }
    const rating = { id: 'c', type: 'rating', value: { rating: 4 } }
    const crate = { id: 'd', type: 'rectanglelabels', value: { ...place, rectanglelabels: ['crate'] } }
    const tasks = [task('a.jpg', bare), task('b.jpg', empty), task('c.jpg', rating), task('d.jpg', crate, bare, rating)]

    const found = await importWith(labelStudio, labelFiles({ 'export.json': JSON.stringify(tasks) }))

    expect(await fatesOf(found)).toEqual({
      'a.jpg': 'unlabelled',
      'b.jpg': 'unlabelled',
      'c.jpg': 'unlabelled',
      'd.jpg': ['crate'],
    })
    expect(objectsOf(found.pictures[0])).toContain('no region of it has a class')
    expect(found.problems).toEqual([expect.stringContaining('Left out of d.jpg: region 1 without a class')])
  })

  test('Label Studio: a region and its class as two results', async () => {
    const result = [
      { id: 'a', type: 'rectangle', value: place },
      { id: 'a', type: 'labels', value: { ...place, labels: ['crate'] } },
      { id: 'a', type: 'textarea', value: { ...place, text: ['42'] } },
    ]

    const found = await importWith(
      labelStudio,
      labelFiles({ 'export.json': JSON.stringify([task('bay.jpg', ...result)]) }),
    )

    expect(objectsByName(found)).toEqual({ 'bay.jpg': [{ className: 'crate', ...BOX }] })
  })

  test('Labelbox: answers about the whole image', async () => {
    const row = (name: string, ...classifications: readonly object[]) => ({
      data_row: { id: name, external_id: name },
      projects: { p: { labels: [{ annotations: { objects: [], classifications } }] } },
    })
    const rows = [
      row('radio.jpg', { name: 'What', radio_answer: { name: 'cat' } }),
      row('list.jpg', { name: 'What', checklist_answers: [{ name: 'cat' }, { name: 'dog' }] }),
      row('text.jpg', { name: 'Caption', text_answer: { content: 'a cat' } }),
      row('odd.jpg', { name: 'What', ranking_answer: [] }),
    ]

    const found = await importWith(
      labelbox,
      labelFiles({ 'export.ndjson': rows.map((one) => JSON.stringify(one)).join('\n') }),
    )

    expect(await fatesOf(found, 'multi-label-classification')).toEqual({
      'radio.jpg': ['cat'],
      'list.jpg': ['cat', 'dog'],
      'text.jpg': 'unlabelled',
      'odd.jpg': 'unlabelled',
    })
    const text = found.pictures.find(({ name }) => name === 'text.jpg')
    expect(objectsOf(text, { type: 'text-image-pairs' })).toMatchObject([{ kind: 'text' }])
  })

  test.each([
    [v7, { 'bay.json': JSON.stringify({ ...V7, annotations: [{ name: 'odd' }, ...V7.annotations] }) }],
    [
      labelbox,
      {
        'a.json': JSON.stringify([
          {
            ...LABELBOX,
            projects: {
              p: {
                labels: [{ annotations: { objects: [{ name: 'odd' }] } }, ...LABELBOX.projects.p.labels],
              },
            },
          },
        ]),
      },
    ],
    [
      supervisely,
      {
        'meta.json': JSON.stringify({ classes: [{ title: 'crate' }], tags: [] }),
        'ds0/ann/bay.jpg.json': JSON.stringify({
          ...SUPERVISELY,
          objects: [{ classTitle: 'odd', geometryType: 'cuboid' }, ...SUPERVISELY.objects],
        }),
      },
    ],
  ] as const)('$id: one annotation of another kind costs itself alone', async (importer, contents: Contents) => {
    const found = await importWith(importer, labelFiles(contents))

    expect(Object.values(await fatesOf(found))).toEqual([['crate']])
    expect(found.problems).toEqual([expect.stringContaining('Left out of')])
  })
})

test('a line of SageMaker may name the class of the image', async () => {
  const line = { 'source-ref': 's3://b/bay.jpg', job: 0, 'job-metadata': { 'class-name': 'cat', confidence: 0.9 } }

  const found = await importWith(sageMaker, labelFiles({ 'a.manifest': JSON.stringify(line) }))

  expect(await fatesOf(found, 'single-label-classification')).toEqual({ 'bay.jpg': ['cat'] })
})

describe('the XML of LabelMe', () => {
  const object = (name: string, inner: string) => `<object><name>${name}</name><deleted>0</deleted>${inner}</object>`
  const pt = (x: number, y: number) => `<pt><x>${x}</x><y>${y}</y></pt>`
  const xml = (...objects: readonly string[]) =>
    `<annotation><filename>bay.jpg</filename><folder>set</folder><source><sourceImage>web</sourceImage></source>
    ${objects.join('')}</annotation>`
  const POLYGON = object('sail', `<polygon><username>me</username>${pt(20, 10)}${pt(80, 10)}${pt(80, 50)}</polygon>`)

  test('has polygons and boxes of points', async () => {
    const box = object(
      'crate',
      `<type>bounding_box</type><polygon>${pt(20, 10)}${pt(80, 10)}${pt(80, 50)}${pt(20, 50)}</polygon>`,
    )
    const gone = POLYGON.replace('<deleted>0', '<deleted>1')
    const files = labelFiles({ 'Annotations/bay.xml': xml(POLYGON, box, gone), 'Images/bay.jpg': '' })

    const found = await importWith(labelmeXml, files)

    expect(objectsByName(found)).toEqual({
      'images/bay': [
        { className: 'sail', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50]] },
        { className: 'crate', ...BOX },
      ],
    })
    expect(await voc.recognise(files)).toEqual([])
  })

  test('with nothing that can be read leaves its image unlabelled', async () => {
    const found = await importWith(
      labelmeXml,
      labelFiles({ 'bay.xml': xml(object('sail', '<segm><mask>a.png</mask></segm>')) }),
    )

    expect(await fatesOf(found)).toEqual({ bay: 'unlabelled' })
    expect(found.problems).toEqual(['bay.xml: Left out: object 1 has no <polygon>; masks of <segm> are not read.'])
  })
})
