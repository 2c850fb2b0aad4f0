import { describe, expect, test } from 'vitest'
import { fiftyOne } from '#formats/importers/fiftyone'
import { importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { BAY, CRATE, damagedIn, QUAY, readBack, WHOLE } from '#test/kit/manifests'

describe('FiftyOne', () => {
  test.each([
    ['object-detection', [CRATE, { className: 'Loffel', kind: 'box' }], []],
    ['multi-label-classification', [{ className: 'Loffel', kind: 'whole' }, WHOLE], []],
  ] as const)('what is exported of %s comes back', async (type, bay, quay) => {
    const { objects } = await readBack(fiftyOne, type)

    expect(objects).toMatchObject({ [`data/${BAY}`]: bay, [`data/${QUAY}`]: quay })
  })

  test('an image of which nothing is known is not described', async () => {
    const { objects } = await readBack(fiftyOne, 'single-label-classification')

    expect(objects).toEqual({ [`data/${BAY}`]: [WHOLE] })
  })

  test('classes may be names; what cannot be read is named, and the rest is read', async () => {
    const box = [0.1, 0.1, 0.3, 0.4]
    const labels = {
      bay: [
        { label: 'crate', bounding_box: box, confidence: 0.5 },
        { label: 7, bounding_box: box },
        { label: 0, bounding_box: [0, 0, 2, 1] },
        { label: 0, bounding_box: ['NaN', 0, 1, 1] },
        { label: 0, bounding_box: [0, 0] },
        3.5,
      ],
      '../quay': [],
    }
    const whole = JSON.stringify({ classes: ['crate'], labels })

    const found = await importWith(fiftyOne, labelFiles({ 'train/labels.json': whole, ...damagedIn(whole) }))

    expect(found.problems).toMatchInlineSnapshot(`
      [
        "a.json line 1: The JSON is cut off before its end.",
        "b.json line 1: The file is not UTF-8. Save it as UTF-8.",
        "c.json: The file cannot be read: [0] is not text.",
        "d.json line 1: The JSON continues after its end.",
        "train/labels.json: Skipped: annotation 2 of "bay" has class 7, but only 1 classes exist.",
        "train/labels.json: Skipped: annotation 3 of "bay" contains 2; positions and sizes must be relative to the image size, from 0 to 1.",
        "train/labels.json: Skipped: annotation 4 of "bay" cannot be read: bounding_box[0] is not a number.",
        "train/labels.json: Skipped: annotation 5 of "bay" cannot be read: bounding_box is not a list of four numbers.",
        "train/labels.json: Skipped: annotation 6 of "bay" cannot be read: neither a class nor a label.",
      ]
    `)
    expect(objectsOf(found.images.at(-2))).toMatchObject([{ ...CRATE, box: { x0: 20, y0: 10, y1: 50 }, score: 0.5 }])
    expect(found.images.at(-1)?.name).toBe('data/../quay')
  })
})
