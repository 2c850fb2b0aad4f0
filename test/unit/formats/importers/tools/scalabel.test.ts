import { describe, expect, test } from 'vitest'
import { objectsByName, objectsOf, reviewOf } from '#test/kit/label-files'
import { BOX } from './kit.ts'

const CRATE = { id: '0', category: 'crate', box2d: { x1: 20, y1: 10, x2: 80, y2: 50 } }
const IMAGES = { 'images/train/bay.jpg': '', 'images/train/quay.jpg': '', 'images/train/reef.jpg': '' }

function review(document: unknown) {
  return reviewOf({ 'labels/det_train.json': JSON.stringify(document), ...IMAGES })
}

function outline(vertices: readonly (readonly number[])[], types: string, closed = true) {
  return { category: 'lane', poly2d: [{ vertices, types, closed }] }
}

describe('BDD100K and other files of Scalabel', () => {
  const bay = (...labels: readonly object[]) => ({ name: 'bay.jpg', attributes: { weather: 'clear' }, labels })

  test('boxes are read, an empty list is a background image, and no list means unlabelled', async () => {
    const found = await review([
      bay({ ...CRATE, attributes: { occluded: true, colour: 'red' } }),
      { name: 'quay.jpg', labels: [] },
      { name: 'reef.jpg', labels: null },
    ])

    expect(found.id).toBe('scalabel')
    expect(objectsByName(found)).toEqual({
      'bay.jpg': [{ className: 'crate', ...BOX, said: { occluded: true, colour: 'red' } }],
      'quay.jpg': [],
    })
    expect(found.splits).toEqual({ 'bay.jpg': 'train', 'quay.jpg': 'train' })
    expect(found.problems).toEqual([])
  })

  test('frames beside a configuration, with the classes and the sizes that they list', async () => {
    const found = await review({
      frames: [{ ...bay(CRATE), size: { width: 400, height: 200 } }],
      config: { categories: [{ name: 'crate' }, { name: 'craft', subcategories: [{ name: 'boat' }] }] },
    })

    expect(found.listed).toEqual(['crate', 'boat'])
    expect(found.images[0]?.size).toEqual({ width: 400, height: 200 })
  })

  test('a configuration may state the size of all frames; the size of a frame is its own', async () => {
    const found = await review({
      config: { imageSize: { width: 400, height: 200 }, categories: [{ name: 'crate' }] },
      frames: [bay(CRATE), { ...bay(CRATE), name: 'quay.jpg', size: { width: 300, height: 150 } }],
    })

    expect(found.images.map(({ size }) => size)).toEqual([
      { width: 400, height: 200 },
      { width: 300, height: 150 },
    ])
  })

  test('labels of many objects and regions to ignore are crowds', async () => {
    const found = await review([
      bay(
        { ...CRATE, attributes: { crowd: true, colour: 'red' } },
        { ...CRATE, attributes: { crowd: false, ignored: true } },
        { ...CRATE, attributes: { crowd: false, ignored: false } },
      ),
    ])
    const crate = { className: 'crate', ...BOX }

    expect(objectsOf(found.images[0])).toEqual([
      { ...crate, crowd: true, said: { colour: 'red' } },
      { ...crate, crowd: true },
      crate,
    ])
  })

  test('outlines are polygons, open ones are lines, and curves follow their control points', async () => {
    const corners = [
      [0, 0],
      [40, 0],
      [40, 40],
    ]
    const curve = [
      [0, 50],
      [0, 10],
      [100, 10],
      [100, 50],
    ]
    const found = await review([
      bay(outline(corners, 'LLL'), outline(corners, 'LLL', false), outline(curve, 'LCCC', false)),
    ])
    const objects = objectsOf(found.images[0])
    const [polygon, line, curved] = typeof objects === 'string' ? [] : objects

    expect(polygon).toMatchObject({ kind: 'polygon', rings: [[0, 0, 40, 0, 40, 40]] })
    expect(line).toMatchObject({ kind: 'polyline', points: [0, 0, 40, 0, 40, 40] })
    expect(curved).toMatchObject({ kind: 'polyline' })
    const points = typeof curved === 'object' && curved.kind === 'polyline' ? curved.points : []
    expect(points.slice(0, 2)).toEqual([0, 50])
    expect(points.slice(-2)).toEqual([100, 50])
    // The curve bends to 20, and never reaches its control points.
    expect(Math.min(...points.filter((_, at) => at % 2 === 1))).toBe(20)
  })

  test('the files of 2018, one for each image, are read as well', async () => {
    const document = {
      name: 'bay',
      attributes: { weather: 'clear' },
      frames: [
        {
          timestamp: 10_000,
          objects: [
            CRATE,
            {
              category: 'lane/single white',
              poly2d: [
                [0, 0, 'L'],
                [9, 9, 'L'],
              ],
            },
            {
              category: 'area',
              poly2d: [
                [0, 0, 'L'],
                [40, 0, 'L'],
                [40, 40, 'L'],
              ],
            },
          ],
        },
      ],
    }
    const found = await reviewOf({ 'bay.json': JSON.stringify(document), 'bay.jpg': '' }, 'instance-segmentation')

    expect(found.id).toBe('scalabel')
    expect(objectsByName(found)).toMatchObject({
      bay: [{ ...BOX }, { kind: 'polyline' }, { className: 'area', kind: 'polygon' }],
    })
  })

  test('what cannot be read is skipped, and leaves an image of nothing else unlabelled', async () => {
    const solid = { category: 'crate', box3d: { location: [1, 2, 3] } }
    const found = await review([
      bay(CRATE, solid, { ...CRATE, box2d: { x1: 1 } }),
      {
        name: 'quay.jpg',
        labels: [
          outline(
            [
              [0, 0],
              [1, 1],
              [2, 5],
            ],
            'LCC',
          ),
        ],
      },
      { name: 'reef.jpg', labels: [solid] },
    ])

    expect(found.fates).toEqual({ 'bay.jpg': ['crate'], 'quay.jpg': 'unlabelled', 'reef.jpg': 'unlabelled' })
    expect(found.problems).toHaveLength(2)
    expect(objectsOf(found.images[2])).toContain('box3d')
  })

  test('a label without any place is a class of its image', async () => {
    const found = await reviewOf(
      { 'a.json': JSON.stringify([{ name: 'bay.jpg', labels: [{ category: 'calm' }] }]), 'bay.jpg': '' },
      'single-label-classification',
    )

    expect(found.fates).toEqual({ 'bay.jpg': ['calm'] })
  })
})
