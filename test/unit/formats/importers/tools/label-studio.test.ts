import { describe, expect, test } from 'vitest'
import { labelStudio } from '#formats/importers/tools/label-studio'
import { labelStudioMin } from '#formats/importers/tools/label-studio-rows'
import { fatesOf, importWith, labelFiles, objectsByName, objectsOf } from '#test/kit/label-files'
import { BOX } from './kit.ts'

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

  test('of several submissions the last with objects is read, and the others are told', async () => {
    const other = { ...item, value: { ...value, rectanglelabels: ['barrel'] } }
    const found = await read(
      task(1, 'emptied.jpg', { result: [item] }, { result: [] }),
      task(2, 'again.jpg', { result: [other] }, { result: [item] }),
      task(3, 'chosen.jpg', { result: [item], ground_truth: true }, { result: [other] }),
      task(4, 'same.jpg', { result: [item] }, { result: [item] }),
      task(5, 'bare.jpg', { result: [] }, { result: [] }),
    )

    const crate = [{ className: 'crate', ...BOX }]
    expect(objectsByName(found)).toEqual({
      'emptied.jpg': crate,
      'again.jpg': crate,
      'chosen.jpg': crate,
      'same.jpg': crate,
      'bare.jpg': [],
    })
    expect(found.problems).toEqual([
      'export.json: 1 annotation of again.jpg skipped: another annotation of the same task is used.',
      'export.json: 1 annotation of chosen.jpg skipped: another annotation of the same task is used.',
    ])
  })

  test('what a brush painted is read pixel by pixel, and damage is told', async () => {
    // Of 200 × 100 pixels of four words each: 1 of the first row, then nothing.
    const bits = [
      [80_000, 32],
      [7, 5],
      ...[7, 15, 15, 15].map((size) => [size, 4] as const),
      [1, 1],
      [0, 2],
      [3, 8],
      [255, 8],
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

describe('what cannot be read of Label Studio makes no background image, and costs nothing else', () => {
  const task = (name: string, ...result: readonly object[]) => ({
    id: 1,
    data: { image: `/data/upload/1/${name}` },
    annotations: [{ result }],
  })
  const place = { x: 10, y: 10, width: 30, height: 40, rotation: 0 }

  test('regions without a class', async () => {
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
    expect(objectsOf(found.images[0])).toContain('none of its regions has a class')
    expect(found.problems).toEqual([expect.stringContaining('Skipped in d.jpg: region 1 without a class')])
  })

  test('a region and its class as two results', async () => {
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
})
