import { expect, test } from 'vitest'
import { ImageShelf } from '#renderer/canvas/images'

interface Wish {
  readonly url: string
  readonly signal: AbortSignal
  readonly arrive: () => void
  readonly fail: () => void
}

function shelf(maxBytes: number) {
  const wishes: Wish[] = []
  const closed: string[] = []
  const images = new ImageShelf({
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
  return { images, wishes, closed, settle }
}

test('wanted images are fetched two at a time, the most urgent first', async () => {
  const { images, wishes, settle } = shelf(1e9)

  images.want(['a', 'b', 'c'])
  await settle('arrive', 'a')

  expect(wishes.map(({ url }) => url)).toEqual(['a', 'b', 'c'])
  expect(images.get('a')).toBeDefined()
  expect(images.get('b')).toBeUndefined()
})

test('a fetch that is no longer wanted is aborted', () => {
  const { images, wishes } = shelf(1e9)

  images.want(['a', 'b'])
  images.want(['b', 'c'])

  expect(wishes.map(({ url, signal }) => [url, signal.aborted])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ])
})

test('images that are not wanted are evicted first', async () => {
  const { images, closed, settle } = shelf(800)

  images.want(['a', 'b'])
  await settle('arrive', 'a')
  await settle('arrive', 'b')
  images.want(['b', 'c'])
  await settle('arrive', 'c')

  expect(closed).toEqual(['a'])
  expect(images.get('b')).toBeDefined()
})

test('an image that could not be fetched is retried when it is wanted again', async () => {
  const { images, wishes, settle } = shelf(1e9)

  images.want(['a'])
  await settle('fail', 'a')

  expect(images.hasFailed('a')).toBe(true)
  images.want(['a', 'b'])
  expect(wishes.map(({ url }) => url)).toEqual(['a', 'a', 'b'])
})
