import { expect, test } from 'vitest'
import { Attribute } from '#common/annotation/attribute'
import { LabelClass, type ProjectType } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import {
  type CarriedLabel,
  type LabelFate,
  labelFates,
  lossesOf,
  pairClasses,
  standingInTarget,
} from '#core/curation/transfers/rules'

function labelClass(id: string, name: string, more: object = {}): LabelClass {
  const counts = { color: 1, position: 0, shapes: 0, images: 0 }
  return LabelClass.parse({ id: id.padEnd(8, '0'), name, skeleton: null, ...counts, ...more })
}

const size = (letter: string) =>
  Attribute.parse({
    id: `${letter}size000`,
    name: letter === 'a' ? 'size' : 'Size',
    isRequired: false,
    kind: 'number',
    max: letter === 'a' ? 100 : 9,
  })

const [mug, cup] = [labelClass('mug', 'mug', { attributes: [size('a')] }), labelClass('cup', 'cup')]

function label(
  kind: CarriedLabel['kind'],
  { id: classId }: { readonly id: ClassId } = mug,
  more: object = {},
): CarriedLabel {
  return { classId, kind, points: 0, marks: {}, ...more }
}

function fates(labels: readonly CarriedLabel[], type: ProjectType, classes: readonly LabelClass[] = []) {
  return labelFates(labels, { type, pairs: pairClasses([mug, cup], { type, classes }) })
}

const forms = (all: readonly LabelFate[]) => all.map(({ form }) => form)

test('a project takes the labels of its kind, boxes around others, and leaves out what has no place', () => {
  const all = (['box', 'polygon', 'mask', 'keypoints', 'point', 'whole', 'text'] as const).map((kind) => label(kind))

  expect(forms(fates(all, 'object-detection'))).toEqual(['same', 'same', 'same', 'box', 'same', 'left-out', 'left-out'])
  expect(forms(fates(all, 'keypoint-detection'))).toEqual(['same', 'box', 'box', 'same', ...OUT, 'left-out'])
  expect(forms(fates(all, 'text-image-pairs'))).toEqual([...OUT, ...OUT, ...OUT, 'same'])
})

const OUT = ['left-out', 'left-out'] as const

test('labels at places are one class of the whole image, and the one that says so already comes first', () => {
  const labels = [label('box'), label('whole'), label('polygon', cup)]

  expect(forms(fates(labels, 'multi-label-classification'))).toEqual(['joined', 'same', 'whole'])
  expect(lossesOf(fates(labels, 'multi-label-classification'))).toEqual({ boxed: 0, wholes: 2, leftOut: 0, unsaid: 0 })
  expect(forms(fates(labels, 'single-label-classification'))).toEqual([...OUT, 'left-out'])
})

test('objects with another number of points than their class has there become boxes', () => {
  const skeleton = { points: ['head', 'tail'], edges: [] }
  const there = [labelClass('other', 'mug', { skeleton })]
  const labels = [label('keypoints', mug, { points: 2 }), label('keypoints', mug, { points: 3 })]

  expect(forms(fates(labels, 'keypoint-detection', there))).toEqual(['same', 'box'])
})

test('attributes are found by their names, and what they cannot say there is told', () => {
  const there = [labelClass('other', 'mug', { attributes: [size('b')] })]
  const saying = (value: number) => label('box', mug, { marks: { isLocked: true, attributes: { asize000: value } } })

  expect(fates([saying(7), saying(70)], 'object-detection', there)).toMatchObject([
    { marks: { isLocked: true, attributes: { bsize000: 7 } }, isUnsaid: false },
    { marks: { isLocked: true }, isUnsaid: true },
  ])
  expect(fates([saying(70)], 'object-detection')).toMatchObject([{ marks: { attributes: { asize000: 70 } } }])
})

test('an approved image asks for another look when labels are left out, and for a beginning when none is left', () => {
  const approved = { state: 'done', review: 'approved' } as const
  const [kept, out] = [fates([label('box')], 'object-detection'), fates([label('text')], 'object-detection')]

  expect(standingInTarget(approved, kept)).toEqual(approved)
  expect(standingInTarget(approved, [...kept, ...out])).toEqual({ state: 'started', review: '' })
  expect(standingInTarget(approved, out)).toEqual({ state: 'todo', review: '' })
})
