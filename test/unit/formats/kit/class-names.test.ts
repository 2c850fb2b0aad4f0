import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { toAscii } from '#formats/kit/ascii'
import { classList } from '#formats/kit/class-names'

test.each([
  ['Löffel', 'Loffel'],
  ['Lo\u0308ffel', 'Loffel'],
  ['straße', 'strasse'],
  ['ﬁsh', 'fish'],
  ['Ångström', 'Angstrom'],
  ['猫', 'Mao'],
  ['苹', 'Ping'],
  ['ж', 'zh'],
  ['a\u0000b', 'a-b'],
  ['a\u0085b', 'a-b'],
  ['🍎', '-'],
  ['∷', '::'],
  ['\ue000', '-'],
  ["it's 50%", "it's 50%"],
])('%j becomes %j', (name, ascii) => {
  expect(toAscii(name)).toBe(ascii)
})

test('classes are ordered by the code units of their written names', () => {
  expect(classList(named('cartera', 'Resaltador', 'Zange', 'Äpfel')).names).toEqual([
    'Apfel',
    'Resaltador',
    'Zange',
    'cartera',
  ])
})

test('a class is found by its id, whatever place its name gives it', () => {
  const classes = named('crate', 'Löffel')

  expect(classes.map(({ id }) => classList(classes).indexOf(id))).toEqual([1, 0])
})

test('a class that the version does not have is damage, told in a sentence', () => {
  expect(() => classList(named('crate')).indexOf(ClassId.parse('stranger'))).toThrow(
    'The class stranger of the version is damaged in the database',
  )
})

test('of classes that become equal the later ones by code point are counted', () => {
  expect(classList(named('ä', 'a', 'á')).all.map(({ original, name }) => [original, name])).toEqual([
    ['a', 'a'],
    ['á', 'a-2'],
    ['ä', 'a-3'],
  ])
})

test('a counted name passes over one that is taken', () => {
  expect(classList(named('á', 'a-2', 'a')).names).toEqual(['a', 'a-2', 'a-3'])
})

test('a character beyond 16 bits counts as later than any within', () => {
  expect(classList(named('\u{1f34e}', '\ue000')).all.map(({ original, name }) => [original, name])).toEqual([
    ['\ue000', '-'],
    ['\u{1f34e}', '--2'],
  ])
})

test('a name that vanishes is called after its place', () => {
  expect(classList(named('crate', ' \u0301 ')).names).toEqual(['class-2', 'crate'])
})

function named(...names: readonly string[]) {
  return names.map((name, position) => ({ id: ClassId.parse(`class${String(position).padStart(4, '0')}`), name }))
}
