import { expect, test } from 'vitest'
import { VersionSettings } from '#common/versions/settings'
import { FIRST_DRAFT, settingsOf } from '#renderer/features/versions/wizard/draft'
import { augmentLine, lossSentence, preprocessLines, stepValue } from '#renderer/features/versions/wizard/words'

test('a step that is off is absent from the settings', () => {
  expect(settingsOf(FIRST_DRAFT)).toEqual({
    preprocessing: { 'auto-orient': true, resize: { width: 640, height: 640, format: 'Stretch to' } },
    augmentation: {},
  })
})

test('the copies count only when a step varies them', () => {
  const settings = settingsOf({ ...FIRST_DRAFT, flip: { on: true, axes: 'both' }, copies: 5 })

  expect(settings.augmentation).toEqual({ flip: { horizontal: true, vertical: true }, image: { versions: 5 } })
})

test('brightness goes the ways that were chosen', () => {
  const settings = settingsOf({ ...FIRST_DRAFT, brightness: { on: true, ways: 'darken', percent: 30 } })

  expect(settings.augmentation.brightness).toEqual({ brighten: false, darken: true, percent: 30 })
})

test('every draft gives settings that the contract takes', () => {
  const draft = { ...FIRST_DRAFT, rotate: { on: true, degrees: 45 }, resize: { ...FIRST_DRAFT.resize, on: false } }

  expect(VersionSettings.safeParse(settingsOf(draft)).success).toBe(true)
})

test('the list of steps says in short lines what was chosen', () => {
  const draft = { ...FIRST_DRAFT, rotate: { on: true, degrees: 9 }, copies: 2 }

  expect(preprocessLines(draft)).toEqual(['Auto-orient', 'Stretch to 640 × 640'])
  expect(augmentLine(draft)).toBe('1 step, up to 2×')
  expect(stepValue(draft, 'rotate')).toBe('±9°')
  expect(stepValue(draft, 'flip')).toBe('horizontal')
  expect(preprocessLines({ ...draft, autoOrient: false, resize: { ...draft.resize, on: false } })).toEqual([
    'Images as they are',
  ])
})

test('a loss names the steps that cause it', () => {
  const rotated = { ...FIRST_DRAFT, rotate: { on: true, degrees: 9 } }
  const filled = { ...rotated, resize: { ...rotated.resize, format: 'Fill (with center crop) in' as const } }

  expect(lossSentence(rotated, { dropped: 0, shapes: 120 })).toBeUndefined()
  expect(lossSentence(rotated, { dropped: 3, shapes: 120 })).toBe('Rotate drops 3 of 120 shapes in this preview')
  expect(lossSentence(filled, { dropped: 3, shapes: 120 })).toBe('Fill and Rotate drop 3 of 120 shapes in this preview')
})
