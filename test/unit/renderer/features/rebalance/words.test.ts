import { expect, test } from 'vitest'
import { missedSentence, moveWords, partLabel, reasonAgainst, takenAs } from '#renderer/features/rebalance/words'

const request = {
  shares: { train: 70, valid: 20, test: 10 },
  mode: 'rebalance' as const,
  grouping: 'global' as const,
  classes: [],
  seed: '0'.repeat(32),
}

test('a part of the bar shows as much text as fits', () => {
  const counts = { train: 3370, valid: 961, test: 481 }

  expect(partLabel('train', counts, 560)).toMatch(/^Train 3,370 · 70\.0.%$/)
  expect(partLabel('test', counts, 90)).toMatch(/^Test 10\.0.%$/)
  expect(partLabel('test', counts, 60)).toMatch(/^10\.0.%$/)
  expect(partLabel('test', counts, 20)).toBe('')
})

test('split percentages that do not sum to 100 say how they are normalized', () => {
  expect(takenAs({ train: 70, valid: 20, test: 10 })).toBeUndefined()
  expect(takenAs({ train: 80, valid: 20, test: 10 })).toBe('Shares add up to 110; used as 73 / 18 / 9 %')
  expect(takenAs({ train: 0, valid: 0, test: 0 })).toBeUndefined()
})

test('split percentages that cannot be reached say why', () => {
  expect(missedSentence(request, { train: 70, valid: 20, test: 10 })).toBeUndefined()
  expect(missedSentence({ ...request, classes: [] }, { train: 60, valid: 30, test: 10 })).toBe(
    'Train and Valid miss their shares: each batch and completed job is split by itself',
  )
})

test('the button says why it is disabled, and how many images it moves', () => {
  const preview = { now: request.shares, after: request.shares, total: 0, moves: [], classes: [] }

  expect(reasonAgainst({ ...request, shares: { train: 0, valid: 0, test: 0 } }, preview)).toBe(
    'At least one split needs a share above 0',
  )
  expect(reasonAgainst(request, preview)).toBe('No image has to move')
  expect(reasonAgainst(request, { ...preview, total: 486 })).toBeUndefined()
  expect(moveWords(486)).toBe('Move 486 images')
  expect(moveWords(1)).toBe('Move 1 image')
})
