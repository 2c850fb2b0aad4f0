import { describe, expect, test } from 'vitest'
import { readDataset } from '#test/kit/benchmark-files'
import { fatesOf, objectsByName } from '#test/kit/label-files'

describe('Cityscapes', () => {
  const polygon = [
    [20, 10],
    [80, 10],
    [80, 50],
  ]
  const json = (...objects: readonly object[]) => JSON.stringify({ imgHeight: 100, imgWidth: 200, objects })
  const FOLDER = 'gtFine/val/ulm/ulm_000000_000019_gtFine'

  test('outlines go to the images beside gtFine, groups are crowds, and its masks are no images', async () => {
    const { id, found, images } = await readDataset({
      [`${FOLDER}_polygons.json`]: json(
        { label: 'road', polygon },
        { label: 'persongroup', polygon },
        { label: 'ego vehicle', polygon },
        { label: 'car', polygon, deleted: 1 },
      ),
      [`${FOLDER}_labelIds.png`]: '',
      [`${FOLDER}_color.png`]: '',
      'leftImg8bit/val/ulm/ulm_000000_000019_leftImg8bit.png': '',
    })

    expect(id).toBe('cityscapes')
    expect(objectsByName(found)).toMatchObject({
      'leftImg8bit/val/ulm/ulm_000000_000019_leftImg8bit': [
        { className: 'road' },
        { className: 'person', crowd: true },
        { className: 'ego vehicle', crowd: true },
      ],
    })
    expect(images).toEqual(['leftImg8bit/val/ulm/ulm_000000_000019_leftImg8bit.png'])
  })

  test('an outline that cannot be read is named', async () => {
    const { found } = await readDataset({ [`${FOLDER}_polygons.json`]: json({ label: 'road', polygon: [[1, 2]] }) })

    expect(Object.values(await fatesOf(found))).toEqual(['unlabelled'])
    expect(found.problems).toEqual([
      `${FOLDER}_polygons.json: Skipped: object 1 is a polygon of one point; it needs at least three.`,
    ])
  })
})
