import { describe, expect, test } from 'vitest'
import { imagePoint } from '#common/geometry/space'
import type { MaskPrompt } from '#core/models/inference/operations'
import type { CallContext } from '#inference/host/family'
import type { Tensors } from '#inference/host/session'
import { keptImages } from '#inference/models/kit/kept-images'
import { logitsCache } from '#inference/models/sam/logits'
import { someImage } from '../../../../kit/images.ts'

const [A, B, C, D] = [1, 2, 3, 4].map((x) => ({ at: imagePoint(x, 5), positive: true }))
const BOX = { x0: 1, y0: 2, x1: 30, y1: 40 }

describe('logits that were saved', () => {
  test('help a prompt that has one point more', () => {
    const cache = saved(['a', points(A)])

    expect(cache.find('i', points(A, B))).toEqual(logits('a'))
  })

  test('help neither the same prompt nor one with other points', () => {
    const cache = saved(['a', points(A, B)])

    const others = [points(A, B), points(A, C), points(A), points(A, { ...negative(B) })]
    expect(others.map((prompt) => cache.find('i', prompt))).toEqual(others.map(() => undefined))
  })

  test('help only with the same box and for the same image', () => {
    const cache = saved(['a', { ...points(A), box: BOX }])

    expect(cache.find('i', points(A, B))).toBeUndefined()
    expect(cache.find('other', { ...points(A, B), box: BOX })).toBeUndefined()
    expect(cache.find('i', { ...points(A, B), box: { ...BOX } })).toEqual(logits('a'))
  })

  test('of a box help a click into it', () => {
    const cache = saved(['a', { points: [], box: BOX }])

    expect(cache.find('i', { ...points(A), box: BOX })).toEqual(logits('a'))
  })

  test('with one point fewer win, the newest of them, and then those with most points', () => {
    const cache = saved(['one', points(A)], ['two', points(A, B)], ['other two', points(B, C)], ['far', points(D)])

    expect(cache.find('i', points(A, B, C))).toEqual(logits('other two'))
    expect(cache.find('i', points(A, B, C, D))).toEqual(logits('other two'))
    expect(cache.find('i', points(A, C, D))).toEqual(logits('far'))
  })

  test('of points that lie at the same place count as often as these come', () => {
    const cache = saved(['a', points(A, A)])

    expect(cache.find('i', points(A, B, C))).toBeUndefined()
    expect(cache.find('i', points(A, A, C))).toEqual(logits('a'))
  })

  test('of an empty prompt are not kept', () => {
    expect(saved(['a', points()]).find('i', points(A))).toBeUndefined()
  })

  test('leave when more are saved than there is room for, or their image goes', () => {
    const cache = logitsCache(2)
    for (const [name, point] of [
      ['a', A],
      ['b', B],
      ['c', C],
    ] as const)
      cache.save('i', points(point), logits(name))

    expect([A, B, C].map((point) => cache.find('i', points(point, D)))).toEqual([undefined, logits('b'), logits('c')])
    cache.forget('i')
    expect(cache.find('i', points(B, D))).toBeUndefined()
  })
})

describe('embeddings of images', () => {
  test('leave in the order in which they came once they take too much, whichever was used last', async () => {
    const { open, embedded, dropped } = shelf(2.5)
    for (const name of ['a', 'b', 'a', 'c']) await open(name)

    expect(embedded).toEqual(['a', 'b', 'c'])
    expect(dropped).toEqual(['a'])
    await open('b')
    await open('a')
    expect(embedded).toEqual(['a', 'b', 'c', 'a'])
  })

  test('stay while a call works with them', async () => {
    const { open, dropped } = shelf(1)

    await open('a', async () => {
      await open('b')
      expect(dropped).toEqual([])
    })

    expect(dropped).toEqual(['a'])
  })

  test('stay when a single one takes more than all may', async () => {
    const { open, embedded, dropped } = shelf(0.5)

    await open('a')
    await open('a')

    expect([embedded, dropped]).toEqual([['a'], []])
  })
})

type Point = MaskPrompt['points'][number] | undefined

function points(...given: readonly Point[]): MaskPrompt {
  return { points: given.flatMap((point) => point ?? []) }
}

function negative(point: Point): { at: ReturnType<typeof imagePoint>; positive: boolean } {
  return { at: point?.at ?? imagePoint(0, 0), positive: false }
}

/** Logits that can be told by a name. */
function logits(name: string): Float32Array {
  return Float32Array.from(Buffer.from(name))
}

function saved(...entries: readonly (readonly [name: string, prompt: MaskPrompt])[]) {
  const cache = logitsCache()
  for (const [name, prompt] of entries) cache.save('i', prompt, logits(name))
  return cache
}

/** Room for so many embeddings, which are named as they are asked for. */
function shelf(room: number) {
  const embedded: string[] = []
  const dropped: string[] = []
  const context: CallContext = { signal: new AbortController().signal, timed: async (_stage, work) => work() }
  const images = keptImages<undefined>({
    shelf: { keep: (name) => void embedded.push(name), drop: (name) => void dropped.push(name) },
    budgetBytes: 4096 * room,
    embed: async () => ({ tensors: tensor(), facts: undefined }),
  })
  return {
    embedded,
    dropped,
    async open(imageId: string, work: () => Promise<void> = async () => undefined) {
      const image = { kind: 'encoded' as const, bytes: await someImage() }
      await images.use({ imageId, image }, context, work)
    },
  }
}

function tensor(): Tensors {
  return { embedding: { type: 'float32', dims: [1024], data: new Float32Array(1024) } }
}
