import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { cleanClassName, slugOf } from '#core/projects/rules'

test.each([
  ['Citrus line 3', 'citrus-line-3'],
  ['  Löffel & Gabel ', 'loffel-gabel'],
  ['images', 'images-project'],
  ['Łódź Straße', 'lodz-strasse'],
  ['🐈!', 'untitled'],
  ['猫', '0cwy5ka'],
])('the project "%s" has the address %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('every name gives a usable address, and an address stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      const slug = slugOf(name)
      expect(ProjectSlug.safeParse(slug).success).toBe(true)
      expect(slugOf(slug)).toBe(slug)
    }),
  )
})

test('a class name loses outer and doubled white space', () => {
  expect(cleanClassName('  green \t lemon\n')).toBe('green lemon')
})
