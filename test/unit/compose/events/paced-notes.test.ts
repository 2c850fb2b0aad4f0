import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pacedNotes } from '#compose/events/paced-notes'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first of many changes is told at once, the others as one every quarter of a second', () => {
  let told = 0
  const notes = pacedNotes(() => void (told += 1), 250)

  for (let change = 0; change < 99; change += 1) {
    notes.tell()
    vi.advanceTimersByTime(10)
  }
  expect(told).toBe(4)

  vi.advanceTimersByTime(1000)
  expect(told).toBe(5)
})

test('a change after a pause is told at once', () => {
  let told = 0
  const notes = pacedNotes(() => void (told += 1), 250)
  notes.tell()
  vi.advanceTimersByTime(251)

  notes.tell()

  expect(told).toBe(2)
})

test('nothing is told after the end, not even what was owed', () => {
  let told = 0
  const notes = pacedNotes(() => void (told += 1), 250)
  notes.tell()
  notes.tell()

  notes.stop()
  notes.tell()
  vi.advanceTimersByTime(1000)

  expect(told).toBe(1)
})
