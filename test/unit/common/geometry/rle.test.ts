import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillRings, maskArea } from '#common/geometry/mask'
import { decodeMask, encodeMask, runLengthArea, runLengthsFromText, runLengthsToText } from '#common/geometry/rle'
import { masks } from '#test/unit/common/geometry/arbitraries'

/** Checked with the reference C code of cocodataset/cocoapi. */
const GOLDEN = [
  { size: { height: 4, width: 6 }, box: [1, 1, 4, 3], counts: [5, 2, 2, 2, 2, 2, 9], text: '5220007' },
  { size: { height: 5, width: 10 }, box: [3, 1, 4, 5], counts: [16, 4, 30], text: '`04n0' },
] as const

test.each(GOLDEN)('the object of $text is counted and written as COCO does', ({ size, box, counts, text }) => {
  const [x0, y0, x1, y1] = box
  const mask = fillRings([[x0, y0, x1, y0, x1, y1, x0, y1]], size)

  expect(encodeMask(mask)).toEqual(counts)
  expect(runLengthsToText(counts)).toBe(text)
  expect(runLengthsFromText(text)).toEqual({ ok: true, value: counts })
  expect(decodeMask(counts, size)).toEqual({ ok: true, value: mask })
})

test('an object that begins at the first pixel begins with an empty run', () => {
  const counts = [0, 1, 3, 1, 11]

  const decoded = decodeMask(counts, { width: 4, height: 4 })

  expect(decoded.ok && [...decoded.value.data].flatMap((pixel, i) => (pixel ? [i] : []))).toEqual([0, 1])
  expect(runLengthsToText(counts)).toBe('01308')
})

test('the golden box of the export formats has 121 runs', () => {
  const counts = encodeMask(fillRings([[20, 10, 80, 10, 80, 50, 20, 50]], { width: 200, height: 100 }))

  expect(counts).toHaveLength(121)
  expect(counts.slice(0, 3)).toEqual([2010, 40, 60])
  expect(runLengthsToText(counts)).toMatch(/^jn1X1l1000/)
  expect(runLengthArea(counts)).toBe(2400)
})

test('a mask comes back from its run lengths and from their text', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      const counts = encodeMask(mask)
      const read = runLengthsFromText(runLengthsToText(counts))

      expect(read).toEqual({ ok: true, value: counts })
      expect(decodeMask(counts, mask)).toEqual({ ok: true, value: mask })
      expect(runLengthArea(counts)).toBe(maskArea(mask))
    }),
  )
})

test('run lengths of any size come back from their text', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 32)), (counts) => {
      expect(runLengthsFromText(runLengthsToText(counts))).toEqual({ ok: true, value: counts })
    }),
  )
})

test('run lengths that do not fill the size are refused', () => {
  const size = { width: 4, height: 4 }

  expect(decodeMask([5, 2], size)).toEqual({ ok: false, error: { kind: 'rle-size-mismatch', expected: 16, found: 7 } })
  expect(decodeMask([5, -2, 13], size)).toEqual({ ok: false, error: { kind: 'rle-run-invalid', index: 1 } })
  expect(decodeMask([5, 1.5, 9.5], size)).toEqual({ ok: false, error: { kind: 'rle-run-invalid', index: 1 } })
})

test('text that is no run length text is refused', () => {
  expect(runLengthsFromText('52 0')).toEqual({ ok: false, error: { kind: 'rle-text-invalid', index: 2 } })
  expect(runLengthsFromText('5`')).toEqual({ ok: false, error: { kind: 'rle-text-invalid', index: 1 } })
  expect(runLengthsFromText('oooooooo0')).toEqual({ ok: false, error: { kind: 'rle-text-invalid', index: 0 } })
  expect(runLengthsFromText('O')).toEqual({ ok: false, error: { kind: 'rle-run-invalid', index: 0 } })
})
