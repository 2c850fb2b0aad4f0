import { expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import type { KeyContext } from '#renderer/features/annotate/keys/context'
import { KEYMAP, validKeys } from '#renderer/features/annotate/keys/keymap'
import { IDLE, isDrawing } from '#renderer/tools/armed'
import { toolsOf } from '#renderer/tools/tools-of'

const FLAGS = [
  'isDrafting',
  'hasSelection',
  'hasShapes',
  'isEditable',
  'isFocused',
  'pressesAtCursor',
  'hasProposals',
  'canUndo',
  'canRedo',
] as const

const REST: KeyContext = {
  tool: 'select',
  isDrafting: false,
  isDrawing: false,
  hasSelection: false,
  hasShapes: true,
  isEditable: true,
  isFocused: true,
  pressesAtCursor: false,
  hasProposals: false,
  canUndo: true,
  canRedo: true,
  classes: 12,
  projectType: 'instance-segmentation',
  nextPoint: undefined,
}

/** Every context there can be, with more besides. */
function* contexts(): Generator<KeyContext> {
  const hands = ProjectType.options.flatMap((projectType) =>
    toolsOf(projectType).map((tool) => ({ projectType, tool })),
  )
  for (const hand of hands) {
    for (let bits = 0; bits < 2 ** FLAGS.length; bits++) {
      const flags = Object.fromEntries(FLAGS.map((flag, place) => [flag, (bits & (1 << place)) !== 0]))
      yield { ...REST, ...flags, ...hand, isDrawing: isDrawing(IDLE[hand.tool]) }
    }
  }
}

/** Chords that more than one key of the context answers to, with these keys. */
function clashesIn(context: KeyContext): readonly string[] {
  const owners = validKeys(context).flatMap(({ id, chords }) => chords.map((chord) => ({ chord, id })))
  return [...Map.groupBy(owners, ({ chord }) => chord)]
    .filter(([, sharing]) => sharing.length > 1)
    .map(([chord, sharing]) => `${chord}: ${sharing.map(({ id }) => id).join(' and ')} (${context.tool})`)
}

test('no two keys that are valid at the same time share a chord', () => {
  expect([...new Set([...contexts()].flatMap(clashesIn))]).toEqual([])
})

test('every key is valid in some context and has its own id', () => {
  const seen = new Set([...contexts()].flatMap((context) => validKeys(context).map(({ id }) => id)))

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
  ['P', 'tool-polygon'],
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
    validKeys(REST)
      .filter(({ chords }) => chords.includes(chord))
      .map((key) => key.id),
  ).toEqual([id])
})

test('a project of classes has no keys of tools and shapes, one of texts none of classes either', () => {
  const idsOf = (projectType: ProjectType) =>
    validKeys({ ...REST, projectType, tool: 'hand', hasShapes: false, hasSelection: false }).map(({ id }) => id)

  expect(idsOf('multi-label-classification')).toEqual(
    expect.arrayContaining(['class-1', 'class-picker', 'done', 'fit']),
  )
  expect(idsOf('multi-label-classification')).not.toEqual(expect.arrayContaining(['tool-box']))
  expect(idsOf('text-image-pairs').filter((id) => /^(class|tool|labels)/.test(id))).toEqual(['tool-hand'])
})

test('while a polygon is drawn, Ctrl+Z takes a point back and never undoes', () => {
  const drawing: KeyContext = { ...REST, tool: 'polygon', isDrawing: true, isDrafting: true }

  expect(
    validKeys(drawing)
      .filter(({ chords }) => chords.includes('Mod+Z'))
      .map(({ id }) => id),
  ).toEqual(['back'])
})
