import { describe, expect, test } from 'vitest'
import { sam } from '#formats/importers/sam'
import { importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { BAY, CRATE_OUTLINE, damagedIn, QUAY, readBack, SPOON_OUTLINE } from '#test/kit/manifests'

describe('SA-1B', () => {
  const MASK = { segmentation: { size: [4, 6], counts: '5220007' }, label: 'crate' }
  const file = (...annotations: readonly unknown[]) =>
    JSON.stringify({ image: { image_id: 1, width: 6, height: 4, file_name: 'bay.jpg' }, annotations })

  test('what is exported comes back', async () => {
    const { objects } = await readBack(sam, 'instance-segmentation')

    expect(objects).toEqual({ [`${BAY}.jpg`]: [CRATE_OUTLINE, SPOON_OUTLINE], [`${QUAY}.jpg`]: [] })
  })

  test('masks mostly have no classes; what cannot be read is named, and the rest is read', async () => {
    const odd = [{ ...MASK, label: 3 }, 'mask', { ...MASK, bbox: ['x'] }, MASK]

    const found = await importWith(sam, labelFiles({ 'bay.json': file(...odd), ...damagedIn(file(MASK)) }))

    expect(objectsOf(found.images[0], { frame: { width: 6, height: 4 } })).toMatchObject([
      { className: 'object', rings: [[1, 1, 4, 1, 4, 3, 1, 3]] },
      { className: 'crate' },
    ])
    expect(objectsOf(found.images[0])).toBe('invalid: the mask of mask 1 is 6 × 4, the image 200 × 100')
    expect(found.problems).toMatchInlineSnapshot(`
      [
        "a.json line 1: The file is not JSON from this line on, or it is cut off.",
        "b.json line 1: The file is not UTF-8. Save it as UTF-8.",
        "bay.json: Skipped: mask 2 cannot be read: not a JSON object.",
        "bay.json: Skipped: mask 3 cannot be read: bbox[0] is not a number.",
        "d.json line 1: The file is not JSON from this line on, or it is cut off.",
      ]
    `)
  })

  test.each([
    ['more pixels than all memory has', { size: [4, 6], counts: [0, 1e15] }],
    ['runs of another code', { size: [4, 6], counts: '~~~' }],
  ])('a mask of %s is refused', async (_, segmentation) => {
    const found = await importWith(sam, labelFiles({ 'bay.json': file({ segmentation }) }))

    expect(objectsOf(found.images[0], { frame: { width: 6, height: 4 } })).toMatch(/^invalid: the mask of mask 1 /)
  })
})
