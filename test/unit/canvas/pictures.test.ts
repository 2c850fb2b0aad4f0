import { expect, test } from 'vitest'
import { PictureShelf } from '#renderer/canvas/pictures'

interface Wish {
  readonly url: string
  readonly signal: AbortSignal
  readonly arrive: () => void
  readonly fail: () => void
}

function shelf(maxBytes: number) {
  const wishes: Wish[] = []
  const closed: string[] = []
  const pictures = new PictureShelf({
    maxBytes,
    parallel: 2,
    load: (url, signal) =>
      new Promise((resolve, reject) => {
        const bitmap = { width: 10, height: 10, close: () => closed.push(url) }
        wishes.push({ url, signal, arrive: () => resolve(bitmap), fail: () => reject(new Error('gone')) })
      }),
  })
  const settle = async (act: 'arrive' | 'fail', url: string) => {
    wishes.find((wish) => wish.url === url)?.[act]()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { pictures, wishes, closed, settle }
}

test('wanted pictures are fetched two at a time, the most urgent first', async () => {
  const { pictures, wishes, settle } = shelf(1e9)

  pictures.want(['a', 'b', 'c'])
  await settle('arrive', 'a')

  expect(wishes.map(({ url }) => url)).toEqual(['a', 'b', 'c'])
  expect(pictures.get('a')).toBeDefined()
  expect(pictures.get('b')).toBeUndefined()
})

test('a fetch that nobody wants any more is stopped', () => {
  const { pictures, wishes } = shelf(1e9)

  pictures.want(['a', 'b'])
  pictures.want(['b', 'c'])

  expect(wishes.map(({ url, signal }) => [url, signal.aborted])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ])
})

test('pictures that are not wanted go first when room is needed', async () => {
  const { pictures, closed, settle } = shelf(800)

  pictures.want(['a', 'b'])
  await settle('arrive', 'a')
  await settle('arrive', 'b')
  pictures.want(['b', 'c'])
  await settle('arrive', 'c')

  expect(closed).toEqual(['a'])
  expect(pictures.get('b')).toBeDefined()
})

test('a picture that could not be fetched is tried again when it is wanted again', async () => {
  const { pictures, wishes, settle } = shelf(1e9)

  pictures.want(['a'])
  await settle('fail', 'a')

  expect(pictures.hasFailed('a')).toBe(true)
  pictures.want(['a', 'b'])
  expect(wishes.map(({ url }) => url)).toEqual(['a', 'a', 'b'])
})
