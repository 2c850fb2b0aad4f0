import { expect, test } from 'vitest'
import { heldShelf } from '#core/models/playground/shelf'

function shelfOf(limits: { readonly most?: number; readonly mostBytes?: number }) {
  let made = 0
  return heldShelf<string>({ most: 3, mostBytes: 100, freshKey: () => `key ${++made}`, ...limits })
}

test('what was not asked for longest goes when there is one too many', () => {
  const shelf = shelfOf({ most: 2 })
  const [first, second] = [shelf.keep('a', 1), shelf.keep('b', 1)]
  shelf.find(first)

  const third = shelf.keep('c', 1)

  expect([first, second, third].map(shelf.find)).toEqual(['a', undefined, 'c'])
})

test('large things make room for each other, and the newest stays however large it is', () => {
  const shelf = shelfOf({ mostBytes: 10 })
  const small = shelf.keep('small', 4)

  const large = shelf.keep('large', 50)
  const next = shelf.keep('next', 6)

  expect([small, large, next].map(shelf.find)).toEqual([undefined, undefined, 'next'])
})
