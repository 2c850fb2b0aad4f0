import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { act, KIND_WORDS, sayAct } from '#renderer/words/acts'

test('a change of labels is kept in English, its number and its kind with it', () => {
  expect(act('Untangle polygon')).toBe('Untangle polygon')
  expect(act('Move {{thing}}', { thing: KIND_WORDS['rotated-box'] })).toBe('Move rotated box')
  expect(act('Lock {{count}} shapes', { count: 1 })).toBe('Lock 1 shape')
  expect(act('Lock {{count}} shapes', { count: 1204 })).toBe('Lock 1204 shapes')
})

test('in English a stored name is shown as it stands, only its number gets its comma', () => {
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

  test('a stored name is said in German, its kind and its number too', () => {
    expect(sayAct('Move rotated box')).toBe('Gedrehte Box verschieben')
    expect(sayAct('Lock 1 shape')).toBe('1 Form sperren')
    expect(sayAct('Delete 12 shapes')).toBe('12 Formen löschen')
    expect(sayAct('Grow mask by 1 px')).toBe('Maske um 1 px vergrößern')
  })

  test('a proposal is told from a shape that was drawn by machine, and a point that is gone from a class', () => {
    expect(sayAct('Accept proposal')).toBe('Vorschlag annehmen')
    expect(sayAct('Accept polygon')).toBe('Polygon annehmen')
    expect(sayAct('Take point away')).toBe('Punkt wegnehmen')
    expect(sayAct('Take blue cup away')).toBe('blue cup wegnehmen')
  })

  test('names that people gave stay as they are, whatever stands in them', () => {
    expect(sayAct('Give {{count}} (a+b)')).toBe('{{count}} (a+b) vergeben')
    expect(sayAct('Merge class “box” into “crate”')).toBe('Klasse „box“ mit „crate“ zusammenführen')
    expect(sayAct('Reject: two boxes\nare missing')).toBe('Ablehnen: two boxes\nare missing')
  })

  test('a name that nobody knows is shown as it is stored', () => {
    expect(sayAct('Squeeze box')).toBe('Squeeze box')
  })
})
