import { describe, expect, test } from 'vitest'
import { labelbox } from '#formats/importers/tools/labelbox'
import { fatesOf, importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { ONE_CRATE, ONE_LEFT_OUT, saidBy } from './kit.ts'

const CRATE = { name: 'crate', bounding_box: { left: 20, top: 10, width: 60, height: 40 } }
const LABELBOX = {
  data_row: { id: 'ck1', external_id: 'bay.jpg', row_data: 'https://storage.example/bay.jpg' },
  projects: {
    p: {
      labels: [{ annotations: { objects: [CRATE] } }],
    },
  },
}

test('a line of Labelbox for each image; one without annotations stays unlabelled', async () => {
  const bare = { ...LABELBOX, projects: { p: { labels: [] } } }

  expect(await saidBy(labelbox, { 'export.ndjson': `${JSON.stringify(LABELBOX)}\n${JSON.stringify(bare)}` })).toEqual(
    ONE_CRATE,
  )
})

test('a list of Labelbox', async () => {
  expect(await saidBy(labelbox, { 'export.json': JSON.stringify([LABELBOX]) })).toEqual(ONE_CRATE)
})

test('Labelbox: answers about the whole image', async () => {
  const row = (name: string, ...classifications: readonly object[]) => ({
    data_row: { id: name, external_id: name },
    projects: { p: { labels: [{ annotations: { objects: [], classifications } }] } },
  })
  const rows = [
    row('radio.jpg', { name: 'What', radio_answer: { name: 'cat' } }),
    row('list.jpg', { name: 'What', checklist_answers: [{ name: 'cat' }, { name: 'dog' }] }),
    row('text.jpg', { name: 'Caption', text_answer: { content: 'a cat' } }),
    row('odd.jpg', { name: 'What', ranking_answer: [] }),
  ]

  const found = await importWith(
    labelbox,
    labelFiles({ 'export.ndjson': rows.map((one) => JSON.stringify(one)).join('\n') }),
  )

  expect(await fatesOf(found, 'multi-label-classification')).toEqual({
    'radio.jpg': ['cat'],
    'list.jpg': ['cat', 'dog'],
    'text.jpg': 'unlabelled',
    'odd.jpg': 'unlabelled',
  })
  const text = found.images.find(({ name }) => name === 'text.jpg')
  expect(objectsOf(text, { type: 'text-image-pairs' })).toMatchObject([{ kind: 'text' }])
})

test('one annotation of another kind costs itself alone', async () => {
  const objects = [{ name: 'odd' }, CRATE]
  const labels = [{ annotations: { objects } }]

  expect(
    await saidBy(labelbox, { 'a.json': JSON.stringify([{ ...LABELBOX, projects: { p: { labels } } }]) }),
  ).toMatchObject(ONE_LEFT_OUT)
})

describe('a row that several people labelled', () => {
  const labelOf = (feature_id: string, left: number) => ({
    annotations: { objects: [{ ...CRATE, feature_id, bounding_box: { ...CRATE.bounding_box, left } }] },
  })
  const empty = { annotations: { objects: [], classifications: [] } }
  const rowOf = (...labels: readonly object[]) => ({
    'a.json': JSON.stringify([{ ...LABELBOX, projects: { p: { labels } } }]),
  })
  const skipped = 'a.json: 1 annotation of bay.jpg skipped: another annotation of the same data row is used.'

  test('has the labels of the last one, and the others are named', async () => {
    expect(await saidBy(labelbox, rowOf(labelOf('a', 21), labelOf('b', 20), empty))).toEqual({
      ...ONE_CRATE,
      problems: [skipped],
    })
  })

  test('has the labels of a benchmark where there is one', async () => {
    const benchmark = { label_kind: 'Benchmark', ...labelOf('a', 20) }

    expect(await saidBy(labelbox, rowOf(benchmark, labelOf('b', 21)))).toEqual({ ...ONE_CRATE, problems: [skipped] })
  })

  test('is reported once if all agree', async () => {
    expect(await saidBy(labelbox, rowOf(labelOf('a', 20), labelOf('b', 20)))).toEqual(ONE_CRATE)
  })

  test('in two projects has the labels of both', async () => {
    const [bay, quay] = [labelOf('a', 20), labelOf('b', 60)].map((label) => ({ labels: [label] }))
    const { fates, problems } = await saidBy(labelbox, {
      'a.json': JSON.stringify([{ ...LABELBOX, projects: { bay, quay } }]),
    })

    expect(fates).toEqual([['bay.jpg', ['crate', 'crate']]])
    expect(problems).toEqual([])
  })
})
