import { expect, test } from 'vitest'
import { brand } from '#common/border'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { pickOrder } from '#renderer/features/annotate/panels/picker/pick-order'
import { matching } from '#renderer/words/match'

const classes = ['Traffic light', 'Truck', 'Bicycle', 'Road sign', 'Delivery truck'].map(
  (name, position): LabelClass => ({
    id: brand<ClassId>(`class${position}000`),
    name,
    color: position + 1,
    position,
    skeleton: null,
    shapes: 0,
    images: 0,
  }),
)
const found = (typed: string) => matching(classes, typed, ({ name }) => name).map(({ name }) => name)

test('without text all classes are offered in order', () => {
  expect(found('')).toEqual(classes.map(({ name }) => name))
})

test('a name that starts with the text comes before one that contains it', () => {
  expect(found('tru')).toEqual(['Truck', 'Delivery truck'])
})

test('initials and letters in order are enough', () => {
  expect(found('rs')).toEqual(['Road sign'])
  expect(found('bcl')).toEqual(['Bicycle'])
})

test('a search without results offers to create the item', () => {
  expect(found('zebra')).toEqual([])
})

test('classes of the image come first, then those used last, then the others in their order', () => {
  const [light, truck, bicycle, sign] = classes
  const shapes = sign ? [{ classId: sign.id }] : []
  const recent = [bicycle, sign, light].flatMap((label) => label?.id ?? [])

  const order = pickOrder(classes, { shapes, recent }).map(({ name }) => name)

  expect(order).toEqual([sign, bicycle, light, truck, classes[4]].map((label) => label?.name))
})
