import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alignRecipes } from '#renderer/features/versions/recipe-rows'

describe('recipes side by side', () => {
  test('common lines are in one row, others side by side', () => {
    expect(
      alignRecipes(['Auto-orient', 'Fit in 640', 'Flip'], ['Auto-orient', 'Fit in 416', 'Flip', 'Rotate']),
    ).toEqual([
      { before: 'Auto-orient', after: 'Auto-orient' },
      { before: 'Fit in 640', after: 'Fit in 416' },
      { before: 'Flip', after: 'Flip' },
      { before: null, after: 'Rotate' },
    ])
  })

  test('no line of either is lost', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const rows = alignRecipes(before, after)

        expect(rows.flatMap((row) => row.before ?? [])).toEqual(before)
        expect(rows.flatMap((row) => row.after ?? [])).toEqual(after)
      }),
    )
  })
})
