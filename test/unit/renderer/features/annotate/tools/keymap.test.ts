import { expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import type { KeyContext } from '#renderer/features/annotate/commands/context'
import { allClashes } from '#renderer/features/annotate/tools/clashes'
import { allContexts } from '#renderer/features/annotate/tools/contexts'
import { KEYMAP, validKeys } from '#renderer/features/annotate/tools/keymap'
import { entryOf } from '#renderer/features/annotate/tools/registry'
import { type Bindings, boundKeys } from '#renderer/ui/keys/bindings'
import { PROFILE_IDS, PROFILES } from '#renderer/ui/keys/profiles'

/** A tool in hand. */
function armed(tool: string): Pick<KeyContext, 'tool' | 'traits'> {
  return { tool, traits: entryOf(tool).tool.traits }
}

const REST: KeyContext = {
  ...armed('select'),
  isDrafting: false,
  hasSelection: false,
  hasShapes: true,
  isEditable: true,
  isFocused: true,
  isInPast: false,
  canReview: true,
  canComment: true,
  canSort: true,
  isWaiting: false,
  hasLints: false,
  pressesAtCursor: false,
  hasProposals: false,
  canUndo: true,
  canResume: false,
  hasLastAct: false,
  canRedo: true,
  classes: 12,
  canChangeClasses: true,
  hasAttributes: true,
  projectType: 'instance-segmentation',
  nextPoint: undefined,
  paintWay: 'stroke',
}

test('no two keys that are valid at the same time share a chord', () => {
  expect(allClashes(KEYMAP)).toEqual([])
})

test.each(PROFILE_IDS)('the profile %s has no clashes, and is about commands that there are', (id) => {
  const { bindings } = PROFILES[id]

  expect(allClashes(boundKeys(KEYMAP, bindings))).toEqual([])
  expect(Object.keys(bindings).filter((command) => !KEYMAP.some((each) => each.id === command))).toEqual([])
})

test('a key that is set by hand goes before the profile, and an empty one takes the key away', () => {
  const chords = (own: Bindings) =>
    boundKeys(KEYMAP, own, PROFILES.cvat.bindings).find(({ id }) => id === 'next')?.chords

  expect([chords({}), chords({ next: ['PageDown'] }), chords({ next: [] })]).toEqual([['F'], ['PageDown'], []])
})

test('every key is valid in some context and has its own id', () => {
  const seen = new Set([...allContexts()].flatMap((context) => validKeys(KEYMAP, context).map(({ id }) => id)))

  expect([...seen].toSorted()).toEqual(KEYMAP.map(({ id }) => id).toSorted())
})

test.each([
  ['A', 'previous'],
  ['D', 'next'],
  ['Shift+A', 'previous-unfinished'],
  ['Shift+D', 'next-unfinished'],
  ['Home', 'first'],
  ['End', 'last'],
  ['Mod+Enter', 'done'],
  ['/', 'nothing'],
  ['V', 'tool-select'],
  ['H', 'tool-hand'],
  ['B', 'tool-box'],
  ['O', 'tool-rotated-box'],
  ['P', 'tool-polygon'],
  ['Y', 'tool-polyline'],
  ['.', 'tool-point'],
  ['S', 'tool-smart'],
  ['1', 'class-1'],
  ['0', 'class-0'],
  ['C', 'class-picker'],
  ['Mod+Z', 'undo'],
  ['Mod+Shift+Z', 'redo'],
  ['Mod+Y', 'redo'],
  ['F', 'fit'],
  ['Mod+0', 'actual-size'],
  ['?', 'keys'],
  ['F1', 'keys'],
  ['Mod+\\', 'inspector'],
])('%s at rest is %s', (chord, id) => {
  expect(
    validKeys(KEYMAP, REST)
      .filter(({ chords }) => chords.includes(chord))
      .map((key) => key.id),
  ).toEqual([id])
})

test('a project of classes has no keys of tools and shapes, one of texts none of classes either', () => {
  const idsOf = (projectType: ProjectType) =>
    validKeys(KEYMAP, { ...REST, projectType, ...armed('hand'), hasShapes: false, hasSelection: false }).map(
      ({ id }) => id,
    )

  expect(idsOf('multi-label-classification')).toEqual(
    expect.arrayContaining(['class-1', 'class-picker', 'done', 'fit']),
  )
  expect(idsOf('multi-label-classification')).not.toEqual(expect.arrayContaining(['tool-box']))
  expect(idsOf('text-image-pairs').filter((id) => /^(class|tool|labels)/.test(id))).toEqual(['tool-hand'])
})

test('while a polygon is drawn, Ctrl+Z takes a point back and never undoes', () => {
  const drawing: KeyContext = { ...REST, ...armed('polygon'), isDrafting: true }

  expect(
    validKeys(KEYMAP, drawing)
      .filter(({ chords }) => chords.includes('Mod+Z'))
      .map(({ id }) => id),
  ).toEqual(['back'])
})
