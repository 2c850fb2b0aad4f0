import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brand } from '#common/border'
import type { RebalanceRequest } from '#common/contract/splits'
import type { ClassId, ImageId } from '#common/ids'
import { SPLITS, type SplitCounts, totalOf } from '#common/split'
import type { PlacedImage, PlannedMove, SplitImage } from '#core/curation/splits/ports'
import { countSplits, fewestMoves, inGroups, planMoves, targetCounts } from '#core/curation/splits/rules'
import { seededShuffle } from '#core/curation/splits/shuffle'

const share = fc.nat({ max: 200 })
const shares = fc.record({ train: share, valid: share, test: share }).filter((counts) => totalOf(counts) > 0)
const placedImages = fc
  .array(
    fc.record({
      split: fc.constantFrom(...SPLITS),
      batch: fc.constantFrom('a', 'b', 'c'),
      job: fc.constantFrom('a', 'done', 'open', undefined),
      classes: classLists(),
    }),
    { maxLength: 60 },
  )
  .map((images) => images.map((image, index): PlacedImage => ({ ...image, id: brand<ImageId>(`image${index}000`) })))
const splitImages = placedImages.map((images) => inGroups(images, new Set(['done', 'a'])))

function classLists() {
  return fc
    .uniqueArray(fc.constantFrom('cat', 'dog', 'owl'), { maxLength: 3 })
    .map((names) => names.map((name) => brand<ClassId>(name)))
}

function request(changes: Partial<RebalanceRequest>): RebalanceRequest {
  const shares = { train: 70, valid: 20, test: 10 }
  return { shares, mode: 'rebalance', grouping: 'global', classes: [], seed: 'ab'.repeat(16), ...changes }
}

function after(images: readonly SplitImage[], moves: readonly PlannedMove[]): SplitImage[] {
  const to = new Map(moves.map((move) => [move.image, move.to]))
  return images.map((image) => ({ ...image, split: to.get(image.id) ?? image.split }))
}

function plan(images: readonly SplitImage[], asked: RebalanceRequest): PlannedMove[] {
  return planMoves(images, asked, seededShuffle(asked.seed))
}

test('ten images at 70/20/10 become seven, two and one', () => {
  expect(targetCounts(10, { train: 70, valid: 20, test: 10 })).toEqual({ train: 7, valid: 2, test: 1 })
})

test('target counts add up, lie within one of the exact share, and give nothing to a share of 0', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5000 }), shares, (total, asked) => {
      const counts = targetCounts(total, asked)
      expect(totalOf(counts)).toBe(total)
      for (const split of SPLITS) {
        expect(Math.abs(counts[split] - (total * asked[split]) / totalOf(asked))).toBeLessThan(1)
        expect(asked[split] > 0 || counts[split] === 0).toBe(true)
      }
    }),
  )
})

test('a rebalance reaches its target with the fewest moves that can do it', () => {
  fc.assert(
    fc.property(splitImages, shares, (images, asked) => {
      const moves = plan(images, request({ shares: asked }))
      const target: SplitCounts = targetCounts(images.length, asked)
      expect(countSplits(after(images, moves))).toEqual(target)
      expect(moves).toHaveLength(fewestMoves(countSplits(images), target))
    }),
  )
})

test('a rebalance that is done already moves nothing', () => {
  fc.assert(
    fc.property(splitImages, shares, (images, asked) => {
      const balanced = after(images, plan(images, request({ shares: asked })))
      expect(plan(balanced, request({ shares: asked }))).toEqual([])
    }),
  )
})

test('with classes chosen, only images with these classes and no others move', () => {
  fc.assert(
    fc.property(splitImages, shares, (images, asked) => {
      const classes = [brand<ClassId>('cat'), brand<ClassId>('dog')]
      const moved = new Set(
        plan(images, request({ shares: asked, classes, mode: 'shuffle' })).map(({ image }) => image),
      )
      for (const image of images.filter(({ id }) => moved.has(id))) {
        expect(image.classes.length).toBeGreaterThan(0)
        expect(image.classes).not.toContain('owl')
      }
    }),
  )
})

test('a shuffle of each batch balances every completed job by itself, and what is left of every batch', () => {
  fc.assert(
    fc.property(placedImages, shares, (placed, asked) => {
      const completed = new Set(['done', 'a'])
      const images = inGroups(placed, completed)
      const shuffled = after(images, plan(images, request({ shares: asked, mode: 'shuffle', grouping: 'batch' })))
      const splitOf = new Map(shuffled.map(({ id, split }) => [id, split]))
      const now = placed.map((image) => ({ ...image, split: splitOf.get(image.id) ?? image.split }))
      const isDone = ({ job }: PlacedImage) => job !== undefined && completed.has(job)
      const jobs = Map.groupBy(now.filter(isDone), ({ job }) => job)
      const batches = Map.groupBy(
        now.filter((image) => !isDone(image)),
        ({ batch }) => batch,
      )
      for (const members of [...jobs.values(), ...batches.values()]) {
        expect(countSplits(members)).toEqual(targetCounts(members.length, asked))
      }
    }),
  )
})

test('the same seed moves the same images, another seed moves others', () => {
  const images = Array.from({ length: 50 }, (_, index): SplitImage => {
    return { id: brand<ImageId>(`image${index}000`), split: 'train', group: 'a', classes: [] }
  })

  const once = plan(images, request({ mode: 'shuffle' }))
  const again = plan(images, request({ mode: 'shuffle' }))
  const other = plan(images, request({ mode: 'shuffle', seed: 'cd'.repeat(16) }))

  expect(again).toEqual(once)
  expect(other).not.toEqual(once)
})
