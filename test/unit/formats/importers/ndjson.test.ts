import { describe, expect, test } from 'vitest'
import { ndjson } from '#formats/importers/ndjson'
import { importWith, labelFiles, objectsByName } from '#test/kit/label-files'
import { BAY, CRATE, readBack, WHOLE } from '#test/kit/manifests'

describe('Ultralytics NDJSON', () => {
  const SPOON_BOX = { className: 'Loffel', kind: 'box', box: { x0: 100, y0: 20, x1: 140, y1: 60 } }
  const HEAD = '{"type":"dataset","task":"detect","class_names":{"0":"sail","1":"crate"}}'
  const line = (annotations: unknown, more = '') =>
    `{"type":"image","file":"bay.jpg","split":"val"${more},"annotations":${JSON.stringify(annotations)}}`
  const read = (...lines: readonly (string | Uint8Array)[]) =>
    importWith(
      ndjson,
      labelFiles({ 'a.ndjson': Buffer.concat(lines.flatMap((text) => [Buffer.from(text), Buffer.of(10)])) }),
    )

  test.each([
    ['object-detection', [CRATE, SPOON_BOX]],
    ['instance-segmentation', [CRATE, SPOON_BOX]],
    ['single-label-classification', [WHOLE]],
  ] as const)('what is exported of %s comes back', async (type, wanted) => {
    const { found, objects } = await readBack(ndjson, type)

    expect(objects).toMatchObject({ [`images/train/${BAY}.jpg`]: wanted })
    expect(found.images[0]?.split).toBe('train')
  })

  test('points, and addresses on other machines', async () => {
    const head = HEAD.replace('}}', '},"kpt_shape":[2,3],"flip_idx":[1,0]}')
    const points = { pose: [[1, 0.25, 0.3, 0.3, 0.4, 0.15, 0.2, 2, 0.35, 0.4, 1]] }

    const found = await read(head, line(points, ',"url":"https://example.org/x/bay.jpg"'))

    expect(objectsByName(found, { type: 'keypoint-detection' })).toMatchObject({
      'bay.jpg': [{ kind: 'keypoints', skeleton: { points: ['left point 1', 'right point 1'] } }],
    })
    expect(found.images[0]).toMatchObject({ split: 'valid', source: { line: 2 } })
  })

  test('what cannot be read is named with its line, and the rest is read', async () => {
    const found = await read(
      HEAD,
      '{"type":"image"',
      '{"type":"video"}',
      '{"type":"image","file":""}',
      line({
        boxes: [
          [1, 0.25, 0.3, 0.3],
          [7, 0, 0, 0, 0],
          [1, 0, 0, 0, 9],
          [1, 0.25, 0.3, 0.3, 0.4],
        ],
      }),
      line({ boxes: [['x', 'NaN', 0, 0, 0]] }),
      Buffer.from(HEAD.replace('sail', 's\xe4il'), 'latin1'),
      line({ boxes: [] }, ',"url":"../../../etc/passwd"'),
    )

    expect(found.problems).toMatchInlineSnapshot(`
      [
        "a.ndjson line 2: Line skipped: not JSON.",
        "a.ndjson line 3: Line skipped: type is neither dataset nor image.",
        "a.ndjson line 4: Line skipped: file is empty.",
        "a.ndjson line 5: Skipped: object 1 has 4 numbers; a box has 5, a polygon 7, 9, 11 or more.",
        "a.ndjson line 5: Skipped: object 2 is of the class 7, which has no name.",
        "a.ndjson line 5: Skipped: object 3 contains 9; positions and sizes must be relative to the image size, from 0 to 1.",
        "a.ndjson line 6: Line skipped: annotations.boxes[0][0] is not a number.",
        "a.ndjson line 7: The file is not UTF-8. Save it as UTF-8.",
      ]
    `)
    expect(objectsByName(found)).toEqual({ 'bay.jpg': [CRATE], '../../../etc/passwd': [] })
  })
})
