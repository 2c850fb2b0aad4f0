import { expect, test } from 'vitest'
import type { PlacedShape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ClassId, ShapeId } from '#common/ids'
import { DESCRIPTOR_BYTES } from '#core/dataset/search/descriptor'
import { disagreementOf } from '#core/dataset/triage/disagreement'
import { countFindings, usualSizes } from '#core/dataset/triage/findings'
import { noveltyOf, standingLooks } from '#core/dataset/triage/novelty'
import type { JudgedImage } from '#core/dataset/triage/ports'

const CUP = brand<ClassId>('cupCupCup')

function box(x0: number, y0: number, side: number, id = `shape${x0}x${y0}`): PlacedShape {
  const place = { x0, y0, x1: x0 + side, y1: y0 + side }
  return { id: brand<ShapeId>(id), classId: CUP, z: 0, origin: 'hand', kind: 'box', box: place }
}

function image(shapes: readonly PlacedShape[]): JudgedImage {
  const labels = shapes.map((shape) => ({ shape, className: 'cup' }))
  return { seq: 1, revision: 0, width: 200, height: 100, labels, said: [], look: undefined }
}

const NONE = usualSizes([])

test('labels that are doubled, tiny or outside are found, sound ones are not', () => {
  expect(countFindings(image([box(10, 10, 40), box(80, 10, 40)]), NONE)).toBe(0)
  expect(countFindings(image([box(10, 10, 40), box(10, 11, 40, 'again')]), NONE)).toBe(1)
  expect(countFindings(image([box(10, 10, 2)]), NONE)).toBe(1)
  expect(countFindings(image([box(180, 10, 40)]), NONE)).toBe(1)
  expect(countFindings(image([{ ...box(10, 10, 40), kind: 'point', at: { x: 9, y: 9 } }]), NONE)).toBe(0)
})

test('an object of an odd size for its class is found once the class has a usual size', () => {
  const logShares = Array.from({ length: 30 }, (_, nth) => Math.log(0.1) + (nth % 5) * 0.02)
  const usual = usualSizes([{ classId: CUP, logShares }])

  expect(countFindings(image([box(0, 0, 45)]), usual)).toBe(0)
  expect(countFindings(image([box(0, 0, 8)]), usual)).toBe(1)
  expect(countFindings(image([box(0, 0, 8)]), usualSizes([{ classId: CUP, logShares: logShares.slice(0, 5) }]))).toBe(0)
})

test('models and labels disagree by what either sees alone, weighed by how sure the model is', () => {
  const labels = [{ shape: box(10, 10, 40), className: 'cup' }]
  const waiting = (shape: PlacedShape, className: string, score: number) => ({
    shape,
    className,
    score,
    isSettled: false,
  })

  expect(disagreementOf({ labels, said: [] })).toBe(0)
  expect(disagreementOf({ labels, said: [waiting(box(10, 10, 40), 'cup', 0.9)] })).toBe(0)
  expect(disagreementOf({ labels, said: [waiting(box(10, 10, 40), 'bowl', 0.5)] })).toBe(0.5)
  expect(disagreementOf({ labels, said: [waiting(box(120, 10, 40), 'cup', 0.5)] })).toBe(1.5)
})

test('a label that was a proposal itself is no disagreement', () => {
  const labels = [{ shape: box(10, 10, 40), className: 'cup' }]
  const accepted = { shape: box(10, 10, 40), className: 'cup', score: 0.9, isSettled: true }
  const waiting = { shape: box(120, 10, 40), className: 'cup', score: 0.5, isSettled: false }

  expect(disagreementOf({ labels, said: [accepted, waiting] })).toBe(0.5)
})

test('the images that stand for the labelled ones lie far apart, and what looks like none of them is new', () => {
  const look = (byte: number) => new Uint8Array(DESCRIPTOR_BYTES).fill(byte)
  const standing = standingLooks([look(10), look(11), look(60), look(60), new Uint8Array()], 2)

  expect(standing).toEqual([look(10), look(60)])
  expect(noveltyOf(look(10), standing)).toBe(0)
  expect(noveltyOf(look(26), standing)).toBe(0.25)
  expect([noveltyOf(undefined, standing), noveltyOf(look(5), [])]).toEqual([0, 0])
})
