import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { editName, kindName } from '#common/annotation/edit-name'
import { literal } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { sayEdit } from '#renderer/words/edits'

const FOREIGN: Message = { code: 'edit-squeeze', params: { kind: kindName('box') } }

test('a page in English says the name of an edit with its kind and its number', () => {
  expect(sayEdit(editName('edit-move', { kind: kindName('rotated-box') }))).toBe('Move rotated box')
  expect(sayEdit(editName('edit-lock', { count: 1 }))).toBe('Lock 1 shape')
  expect(sayEdit(editName('edit-lock', { count: 1204 }))).toBe('Lock 1,204 shapes')
})

test('a name of earlier releases stays as it is, and one of a newer release is shown as its code', () => {
  expect(sayEdit(literal('Squeeze {{box}}'))).toBe('Squeeze {{box}}')
  expect(sayEdit(FOREIGN)).toBe('edit-squeeze')
})

describe('on a page in German', () => {
  let sayInGerman: typeof sayEdit
  // A page is loaded in one language.
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} })
    vi.stubGlobal('localStorage', { getItem: () => 'de' })
    vi.resetModules()
    sayInGerman = (await import('#renderer/words/edits')).sayEdit
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  test('an edit is named in German, its kind and its number too', () => {
    expect(sayInGerman(editName('edit-move', { kind: kindName('rotated-box') }))).toBe('Gedrehte Box verschieben')
    expect(sayInGerman(editName('edit-lock', { count: 1 }))).toBe('1 Form sperren')
    expect(sayInGerman(editName('edit-delete-shapes', { count: 1204 }))).toBe('1.204 Formen löschen')
    expect(sayInGerman(editName('edit-accept-suggestions', { count: 1 }))).toBe('Vorschlag annehmen')
  })

  test('names that people gave stay as they are, whatever they read like', () => {
    expect(sayInGerman(editName('edit-assign-class', { name: '{{count}} (a+b)' }))).toBe('{{count}} (a+b) vergeben')
    expect(sayInGerman(editName('edit-merge-classes', { from: 'box', into: 'crate' }))).toBe(
      'Klasse „box“ mit „crate“ zusammenführen',
    )
    expect(sayInGerman(editName('edit-request-changes-because', { reason: 'two boxes\nare missing' }))).toBe(
      'Änderungen anfordern: two boxes\nare missing',
    )
  })

  test('a name that this release does not know stays as it is', () => {
    expect(sayInGerman(literal('Squeeze box'))).toBe('Squeeze box')
    expect(sayInGerman(FOREIGN)).toBe('edit-squeeze')
  })
})
