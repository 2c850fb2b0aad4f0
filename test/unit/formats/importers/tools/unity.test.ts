import { expect, test } from 'vitest'
import { unity } from '#formats/importers/tools/unity'
import { reviewOf } from '#test/kit/label-files'
import { ONE_CRATE, ONE_LEFT_OUT, saidBy } from './kit.ts'

const CRATE = { label_id: 1, label_name: 'crate', x: 20, y: 10, width: 60, height: 40 }
const MASK = { filename: 'InstanceSegmentation0/segmentation_2.png', values: [{ instance_id: 1, color: { r: 1 } }] }

function captureOf(annotations: readonly unknown[], filename = 'RGB0/bay.jpg') {
  return { id: '1', filename, format: 'PNG', annotations }
}

function fileOf(...captures: readonly unknown[]): string {
  return JSON.stringify({ version: '0.0.1', captures })
}

test('the captures of Unity Perception; one with masks alone is left unlabelled', async () => {
  const captures = fileOf(captureOf([MASK, { values: [CRATE] }]), captureOf([MASK], 'RGB0/quay.jpg'))

  expect(await saidBy(unity, { 'captures_000.json': captures })).toEqual(ONE_CRATE)
})

test('a capture without boxes stays unlabelled: others of its labelers may have found objects', async () => {
  const said = await saidBy(unity, { 'captures_000.json': fileOf(captureOf([{ values: [] }])) })

  expect(said.fates).toEqual([])
})

test('one box without its class costs itself alone', async () => {
  const captures = fileOf(captureOf([{ values: [{ ...CRATE, label_name: undefined }, CRATE] }]))

  expect(await saidBy(unity, { 'captures_000.json': captures })).toMatchObject(ONE_LEFT_OUT)
})

test('masks are no images, and what describes the captures is no unused file', async () => {
  const review = await reviewOf({
    'Dataset0/annotation_definitions.json': '{"annotation_definitions":[]}',
    'Dataset0/captures_000.json': fileOf(captureOf([{ values: [CRATE] }])),
    'Dataset0/metrics_000.json': '{"metrics":[]}',
    'InstanceSegmentation0/segmentation_2.png': '',
    'RGB0/bay.jpg': '',
  })

  expect(review).toMatchObject({ id: 'unity-perception', paths: ['RGB0/bay.jpg'], problems: [] })
})

test('the SOLO format is named, not taken for images without objects', async () => {
  const frame = { frame: 0, captures: [{ '@type': 'type.unity.com/unity.solo.RGBCamera', filename: 'bay.jpg' }] }

  const review = await reviewOf({ 'sequence.0/step0.frame_data.json': JSON.stringify(frame), 'sequence.0/bay.jpg': '' })

  expect(review).toMatchObject({
    id: undefined,
    problems: [
      'sequence.0/step0.frame_data.json: This looks like Unity Perception in the SOLO format, which Tessera does not read yet',
    ],
  })
})
