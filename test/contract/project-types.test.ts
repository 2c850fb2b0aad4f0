import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#common/errors'
import { sentenceOf } from '#common/messages/sentence'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { Management } from '#core/management/ports'
import { toAnnotationFile } from '#core/management/send/labels'
import { someImage } from '../kit/images.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

const GULL: ReadAnnotation = {
  className: 'gull',
  kind: 'keypoints',
  box: { x0: 10, y0: 10, x1: 40.5, y1: 30 },
  points: [
    { x: 12.25, y: 14, visibility: 2 },
    { x: 0, y: 0, visibility: 0 },
    { x: 39, y: 29, visibility: 1 },
  ],
  skeleton: {
    points: ['beak', 'eye', 'tail'],
    edges: [
      [0, 1],
      [1, 2],
    ],
  },
}

const LABELS: Readonly<Record<string, readonly ReadAnnotation[]>> = {
  'semantic-segmentation': [{ className: 'water', kind: 'polygon', rings: [[0, 0, 20, 0, 20, 20]] }],
  'keypoint-detection': [GULL, { className: 'crate', kind: 'box', box: { x0: 1, y0: 2, x1: 11, y1: 12 } }],
  'single-label-classification': [{ className: 'Rust', kind: 'whole' }],
  'multi-label-classification': [
    { className: 'Rust', kind: 'whole' },
    { className: 'Bent', kind: 'whole' },
  ],
  'text-image-pairs': [
    { className: 'text', kind: 'text', prompt: 'What floats?', answer: 'A “crate”,\nand a gull.' },
    { className: 'text', kind: 'text', prompt: '', answer: 'A bay' },
  ],
}

describe.each(MANAGEMENTS)('the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  test.each(Object.entries(LABELS))('keeps the labels of a project of %s as they were put on', async (type, labels) => {
    const { slug, ...created } = valueOf(await management.createProject({ name: type, type }))
    const about = () => ({ name: 'quay.png' })
    const { id } = valueOf(await management.upload(slug, { bytes: once(await someImage()), about }))
    const bare = valueOf(await management.image(slug, id))
    const names = [...new Set(labels.map(({ className }) => className))]

    valueOf(await management.annotate(slug, id, toAnnotationFile({ ...bare, labels: names, annotation: labels })))

    expect(created.type).toBe(type)
    expect(valueOf(await management.image(slug, id))).toMatchObject({ labels: names, annotation: labels })
    const told = valueOf(await management.project(slug)).project
    expect(told).toMatchObject({ type, unannotated: 0 })
    expect(told.classes.map(({ name, shapes }) => [name, shapes])).toEqual(
      names.map((name) => [name, labels.filter(({ className }) => className === name).length]),
    )
  })

  test('takes "classification" for one class an image', async () => {
    const created = valueOf(await management.createProject({ name: 'Weather', type: 'classification' }))

    expect(created.type).toBe('single-label-classification')
  })
})

async function* once(bytes: Uint8Array) {
  yield bytes
}

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}
