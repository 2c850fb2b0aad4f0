import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { cleanClassName, isSameName, slugOf } from '#core/dataset/projects/rules'

test.each([
  ['Citrus line 3', 'citrus-line-3'],
  ['  Löffel & Gabel ', 'loffel-gabel'],
  ['images', 'images-project'],
  ['Łódź Straße', 'lodz-strasse'],
  ['C++ & 50 €', 'c-50'],
  ['Πλοία', 'ploia'],
  ['Кошки и лодки', 'koshki-i-lodki'],
  ['猫', 'mao'],
  ['고양이', 'goyangi'],
  ['が', 'ga'],
  ['हिन्दी', 'hindi'],
  ['قطط', 'qtt'],
  ['🐈!', 'cat2'],
  ['♥ ♥', 'hearts-hearts'],
  ['★★★', 'untitled'],
  ['__proto__', 'proto'],
  ['', 'untitled'],
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

test('names are the same to people whatever their case, and however their accents were typed', () => {
  expect(isSameName('Café', 'CAFE\u0301')).toBe(true)
  expect(isSameName('Café', 'Cafe')).toBe(false)
})
