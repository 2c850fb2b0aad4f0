import { beforeEach, expect, test, vi } from 'vitest'
import { isLabelChord, withLabelKeys } from '#renderer/features/annotate/commands/classes/label-keys'
import { swapClasses } from '#renderer/features/annotate/commands/classes/swap-classes'
import { movedTo } from '#renderer/features/annotate/panels/classes/class-order'
import { allClashes, clashesWith } from '#renderer/features/annotate/tools/clashes'
import { KEYMAP } from '#renderer/features/annotate/tools/keymap'
import { bus, car, drag, screen, stubLocalStorage } from '../../editor/screen.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubLocalStorage()
})

test('a key assigned to a class selects only that class, whatever else had it', () => {
  const keyed = withLabelKeys(KEYMAP, [{ ...car, chord: 'B' }, bus])

  expect(keyed.filter(({ chords }) => chords.includes('B')).map(({ label }) => label)).toEqual(['Class Car'])
  expect(allClashes(keyed)).toEqual([])
  expect(clashesWith([...KEYMAP, ...keyed.slice(-1)], `label.${car.id}`, 'B').map(({ label }) => label)).toEqual([
    'Box',
  ])
})

test('letters, digits, punctuation and function keys can be class keys; keys that draw, move or leave cannot', () => {
  const chords = [
    'Q',
    'Alt+Q',
    'Shift+1',
    'Alt+Shift+5',
    'Mod+3',
    'F9',
    ',',
    'Mod+Q',
    'Escape',
    'Enter',
    'ArrowUp',
    'Delete',
  ]

  expect(chords.filter(isLabelChord)).toEqual(['Q', 'Alt+Q', 'Shift+1', 'Alt+Shift+5', 'Mod+3', 'F9', ','])
})

test('a moved class takes the position of the other one', () => {
  const order = [car.id, bus.id]

  expect([movedTo(order, car.id, 1), movedTo(order, bus.id, 0)]).toEqual([
    [bus.id, car.id],
    [bus.id, car.id],
  ])
})

test('the last two classes are swapped, for the next shape and for the selection', async () => {
  const { editor } = await screen()
  editor.armClass(car.id)
  editor.armClass(bus.id)

  swapClasses(editor)
  expect(editor.state.classId).toBe(car.id)
  swapClasses(editor)
  drag(editor, [100, 100], [200, 200])
  const [shape] = editor.shapes
  editor.select(shape ? [shape.id] : [])
  swapClasses(editor)

  expect(editor.shapes.map(({ classId }) => classId)).toEqual([car.id])
})
