import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ImageId } from '#common/ids'
import type { Split } from '#common/split'
import { likenessFinder, NEAR_DUPLICATE } from '#core/dataset/health/likeness'
import type { LookedAt } from '#core/dataset/health/ports'
import { DESCRIPTOR_BYTES, similarity } from '#core/dataset/search/descriptor'

let made = 0

function image(look: Uint8Array | undefined, split: Split = 'train'): LookedAt {
  made += 1
  const id = ImageId.parse(`imageOfTheTest${String(made).padStart(6, '0')}`)
  return { id, name: `${made}.jpg`, split, look }
}

function flat(level: number): Uint8Array {
  return new Uint8Array(DESCRIPTOR_BYTES).fill(level)
}

function find(images: readonly LookedAt[]) {
  const finder = likenessFinder()
  finder.add(images)
  return finder.result()
}

test('images that look the same make a group, others stay alone', () => {
  const [one, twin, other] = [image(flat(100)), image(flat(101)), image(flat(200))]

  const { nearDuplicates, splitLeakage } = find([one, twin, other])

  expect(nearDuplicates).toMatchObject({ groups: 1, images: 2 })
  expect(nearDuplicates.pairs.map(({ images }) => images.map(({ id }) => id))).toEqual([[one.id, twin.id]])
  expect(splitLeakage).toEqual({ groups: 0, images: 0, pairs: [] })
})

test('a group in two splits leaks, and only its pairs across splits are told', () => {
  const [one, twin, leak] = [image(flat(9)), image(flat(9)), image(flat(10), 'test')]

  const { nearDuplicates, splitLeakage } = find([one, twin, leak, image(flat(90)), image(flat(90))])

  expect(nearDuplicates).toMatchObject({ groups: 2, images: 5 })
  expect(splitLeakage).toMatchObject({ groups: 1, images: 3 })
  expect(splitLeakage.pairs.map(({ images }) => images.map(({ id }) => id))).toEqual([[one.id, leak.id]])
})

test('images without a descriptor are counted, not compared', () => {
  const { nearDuplicates, notCompared } = find([image(undefined), image(new Uint8Array()), image(flat(1))])

  expect(notCompared).toBe(2)
  expect(nearDuplicates.groups).toBe(0)
})

test('no image that looks like the first of a group is missed, whatever the portions', () => {
  const level = fc.integer({ min: 0, max: 40 })
  const look = fc.array(level, { minLength: DESCRIPTOR_BYTES, maxLength: DESCRIPTOR_BYTES })
  // Twins differ by up to 6 levels a byte: some are within reach, some are not.
  const near = fc.tuple(look, fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 8, maxLength: 8 }))
  fc.assert(
    fc.property(fc.array(near, { minLength: 1, maxLength: 6 }), (seeds) => {
      const looks = seeds.flatMap(([bytes, shift]) => {
        const base = Uint8Array.from(bytes)
        return [base, base.map((byte, at) => Math.max(0, byte + (shift[at % shift.length] ?? 0)))]
      })
      const finder = likenessFinder()
      for (const each of looks) finder.add([image(each)])

      const firsts: Uint8Array[] = []
      for (const each of looks) {
        if (!firsts.some((first) => similarity(first, each) >= NEAR_DUPLICATE)) firsts.push(each)
      }
      const { pairs } = finder.result().nearDuplicates
      expect(pairs).toHaveLength(looks.length - firsts.length)
    }),
  )
})
