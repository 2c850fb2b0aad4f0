import { expect, test } from 'vitest'
import { brand } from '#common/border'
import type { ProjectId } from '#common/ids'
import { DESCRIPTOR_BYTES } from '#core/dataset/search/descriptor'
import { likenessRanking } from '#core/dataset/search/likeness'

const PROJECT = brand<ProjectId>('harbor0001')
const ALL = { offset: 0, limit: 100 }
const plain = (level: number) => new Uint8Array(DESCRIPTOR_BYTES).fill(level)

/** Descriptors in memory, with a note of what was read. */
function memory(stored: Map<number, Uint8Array>) {
  const read: number[][] = []
  let deletions = 0
  const ranking = likenessRanking({
    deletions: async () => deletions,
    async descriptors(seqs) {
      read.push([...seqs])
      return seqs.flatMap((seq) => {
        const bytes = stored.get(seq)
        return bytes ? [{ seq, bytes }] : []
      })
    },
  })
  return { read, ranking, deleteOne: () => (deletions += 1) }
}

test('the likest come first, equals in the order they were added, and those without a descriptor last', async () => {
  const { ranking } = memory(
    new Map([
      [1, plain(90)],
      [2, plain(10)],
      [4, plain(30)],
      [5, plain(10)],
      [6, new Uint8Array()],
    ]),
  )

  const ranked = await ranking.rank(PROJECT, [1, 2, 3, 4, 5, 6], { ...ALL, wanted: plain(12) })

  expect(ranked).toEqual({ seqs: [2, 5, 4, 1, 3, 6], undescribed: 2 })
})

test('a window of the ranking is told', async () => {
  const { ranking } = memory(new Map([1, 2, 3, 4].map((seq) => [seq, plain(seq)])))

  const ranked = await ranking.rank(PROJECT, [1, 2, 3, 4], { wanted: plain(4), offset: 1, limit: 2 })

  expect(ranked.seqs).toEqual([3, 2])
})

test('only new images are read again', async () => {
  const stored = new Map([[1, plain(1)]])
  const { ranking, read } = memory(stored)
  await ranking.rank(PROJECT, [1], { ...ALL, wanted: plain(1) })
  stored.set(2, plain(2))

  const ranked = await ranking.rank(PROJECT, [1, 2], { ...ALL, wanted: plain(2) })

  expect(ranked.seqs).toEqual([2, 1])
  expect(read).toEqual([[1], [2]])
})

test('after a deletion nothing that was remembered counts, for another image may have the place', async () => {
  const stored = new Map([
    [1, plain(1)],
    [2, plain(9)],
  ])
  const { ranking, deleteOne } = memory(stored)
  await ranking.rank(PROJECT, [1, 2], { ...ALL, wanted: plain(1) })
  stored.set(2, plain(5))
  deleteOne()

  const ranked = await ranking.rank(PROJECT, [1, 2], { ...ALL, wanted: plain(5) })

  expect(ranked.seqs).toEqual([2, 1])
})
