import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DESCRIPTOR_BYTES, distanceAt, mostDistance } from '#core/dataset/search/descriptor'
import { lookGrouping } from '#core/dataset/similar/grouping'

function look(byte: number, first = byte): Uint8Array {
  const bytes = new Uint8Array(DESCRIPTOR_BYTES).fill(byte)
  bytes[0] = first
  return bytes
}

function groupsOf(looks: readonly Uint8Array[], alike: number) {
  const grouping = lookGrouping(looks, alike)
  grouping.place(0, looks.length)
  return grouping.groups().map(({ members }) => members.map(({ index }) => index))
}

test('copies and near copies form groups, images that look like nothing else form none', () => {
  const looks = [look(10), look(200), look(11), look(90), look(200, 210), look(10)]

  expect(groupsOf(looks, 0.95)).toEqual([
    [0, 2, 5],
    [1, 4],
  ])
  expect(groupsOf(looks, 0.99)).toEqual([
    [0, 5],
    [1, 4],
  ])
  expect(groupsOf([], 0.95)).toEqual([])
})

test('every image of a group is as alike to its first one as was asked for, and no first image is missed', () => {
  const scenes = fc.array(fc.tuple(fc.nat(255), fc.nat(255)), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(scenes, fc.constantFrom(0.9, 0.95, 0.99), (pairs, alike) => {
      const looks = pairs.map(([byte, first]) => look(byte, first))
      const groups = groupsOf(looks, alike)
      const reach = mostDistance(alike)
      const apart = (a: number, b: number) => distanceAt(looks[a] ?? look(0), looks[b] ?? look(0), 0)
      const isTight = groups.every(([first = 0, ...others]) => others.every((each) => apart(first, each) <= reach))
      const joined = new Set(groups.flatMap(([, ...others]) => others))
      const leaders = looks.map((_, index) => index).filter((index) => !joined.has(index))
      const isComplete = leaders.every((one) => leaders.every((other) => one === other || apart(one, other) > reach))
      expect([isTight, isComplete]).toEqual([true, true])
    }),
    { numRuns: 60 },
  )
})
