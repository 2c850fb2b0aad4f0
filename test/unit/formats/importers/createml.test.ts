import { describe, expect, test } from 'vitest'
import { reviewOf } from '#test/kit/label-files'

describe('classes of whole images in CreateML', () => {
  const review = (entries: readonly object[]) =>
    reviewOf(
      { '_annotations.createml.json': JSON.stringify(entries), 'bay.jpg': '', 'quay.jpg': '', 'reef.jpg': '' },
      'multi-label-classification',
    )

  test.each(['annotations', 'annotation', 'label', 'labels'])(
    'as a text or a list behind the key "%s"',
    async (key) => {
      const found = await review([
        { image: 'bay.jpg', [key]: 'calm' },
        { image: 'quay.jpg', [key]: ['calm', 'fog'] },
      ])

      expect(found.id).toBe('createml')
      expect(found.fates).toEqual({ 'bay.jpg': ['calm'], 'quay.jpg': ['calm', 'fog'] })
    },
  )

  test('an empty text, or a class that is not one, makes no background image', async () => {
    const found = await review([
      { image: 'bay.jpg', label: '' },
      { image: 'quay.jpg', label: { a: 1 } },
      { image: 'reef.jpg', annotations: ' ' },
    ])

    expect(Object.values(found.fates)).not.toContain('background')
    expect(found.problems).not.toEqual([])
  })
})
