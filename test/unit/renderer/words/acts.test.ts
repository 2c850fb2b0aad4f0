import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { act, KIND_WORDS, sayAct } from '#renderer/words/acts'

test('the name of an edit is stored in English, with its number and kind', () => {
  expect(act('Untangle polygon')).toBe('Untangle polygon')
  expect(act('Move {{thing}}', { thing: KIND_WORDS['rotated-box'] })).toBe('Move rotated box')
  expect(act('Lock {{count}} shapes', { count: 1 })).toBe('Lock 1 shape')
  expect(act('Lock {{count}} shapes', { count: 1204 })).toBe('Lock 1204 shapes')
})

test('in English a stored name is shown unchanged except for the comma of its number', () => {
  expect(sayAct('Nothing to label')).toBe('Mark as background')
  expect(sayAct('Move rotated box')).toBe('Move rotated box')
  expect(sayAct('Lock 1204 shapes')).toBe('Lock 1,204 shapes')
  expect(sayAct('Lock 1,204 shapes')).toBe('Lock 1,204 shapes')
})

describe('on a page in German', () => {
  let sayAct: (name: string) => string
  // A page is loaded in one language.
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} })
    vi.stubGlobal('localStorage', { getItem: () => 'de' })
    vi.resetModules()
    sayAct = (await import('#renderer/words/acts')).sayAct
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  test('a stored name is shown in German, with its kind and number', () => {
    expect(sayAct('Move rotated box')).toBe('Gedrehte Box verschieben')
    expect(sayAct('Lock 1 shape')).toBe('1 Form sperren')
    expect(sayAct('Delete 12 shapes')).toBe('12 Formen löschen')
    expect(sayAct('Grow mask by 1 px')).toBe('Maske um 1 px vergrößern')
  })

  test('a suggestion differs from a shape made by smart select, and a missing point from a class', () => {
    expect(sayAct('Accept proposal')).toBe('Vorschlag annehmen')
    expect(sayAct('Accept polygon')).toBe('Polygon annehmen')
    expect(sayAct('Take point away')).toBe('Punkt wegnehmen')
    expect(sayAct('Take blue cup away')).toBe('blue cup wegnehmen')
  })

  test('user-defined names are never translated', () => {
    expect(sayAct('Give {{count}} (a+b)')).toBe('{{count}} (a+b) vergeben')
    expect(sayAct('Merge class “box” into “crate”')).toBe('Klasse „box“ mit „crate“ zusammenführen')
    expect(sayAct('Reject: two boxes\nare missing')).toBe('Ablehnen: two boxes\nare missing')
  })

  test('an unknown name is shown as stored', () => {
    expect(sayAct('Squeeze box')).toBe('Squeeze box')
  })
})
