import { expect, test } from 'vitest'
import { refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { LookedAt } from '#core/exchange/datasets/check/look'
import { type PlanSources, planDataset } from '#core/exchange/datasets/check/plan'
import { reasonsInWords } from '#test/kit/in-words'

const BOX: ReadAnnotation = { className: 'cup', kind: 'box', box: { x0: 1, y0: 1, x1: 5, y1: 5 } }

function image(path: string, changes: Partial<LookedAt> = {}): LookedAt {
  const frame = ok({ width: 100, height: 80 })
  return { file: { path, bytes: 1 }, frame, there: undefined, isRepeated: false, first: undefined, ...changes }
}

type Item = { readonly name: string; readonly objects?: readonly ReadAnnotation[]; readonly line?: number }

async function plan(images: readonly LookedAt[], items: readonly Item[], changes: Partial<PlanSources> = {}) {
  async function* described() {
    for (const { name, objects = [BOX], line } of items) {
      const source = { path: 'labels.csv', ...(line !== undefined && { line }) }
      yield { name, source, objects: () => ok(objects) }
    }
  }
  const looked = { images, inside: async (path: string) => image(path) }
  const about = { type: 'object-detection', there: [], looked, known: [], refused: [] } as const
  const sources = { ...about, described: described() }
  const planned = await planDataset({ ...sources, ...changes })
  return { ...planned, problems: reasonsInWords(planned.problems) }
}

test('what is said of an image twice counts once', async () => {
  const { labels, problems, classes } = await plan(
    [image('a.png')],
    [
      { name: 'a', line: 2 },
      { name: 'a.png', line: 7 },
    ],
  )

  expect(labels).toMatchObject({ objects: 1, annotated: 1 })
  expect(problems).toEqual([])
  expect([...classes]).toEqual([['cup', { objects: 1, images: 1 }]])
})

test('of two classes for an image of one class the first counts, and the other is named', async () => {
  const whole = (className: string): ReadAnnotation => ({ className, kind: 'whole' })
  const items = [
    { name: 'a', objects: [whole('cup')] },
    { name: 'a', objects: [whole('bowl')] },
  ]

  const { labels, problems } = await plan([image('a.png')], items, { type: 'single-label-classification' })

  expect(labels).toMatchObject({ objects: 1, annotated: 1 })
  const reason = 'a.png: "bowl" is skipped: another file states another class, and images of this project have only one'
  expect(problems).toMatchObject([{ path: 'labels.csv', reason }])
})

test.each([
  {
    type: 'object-detection',
    expected: [
      ['cup', 1],
      ['bowl', 0],
    ],
  },
  { type: 'text-image-pairs', expected: [] },
] as const)('listed classes count without objects in a project of $type', async ({ type, expected }) => {
  async function* described() {
    yield { classNames: ['cup', 'bowl', 'x'.repeat(1000)] }
    yield { name: 'a', source: { path: 'labels.csv' }, objects: () => ok([BOX]) }
  }

  const { classes } = await plan([image('a.png')], [], { type, described: described() })

  expect([...classes].map(([name, { objects }]) => [name, objects])).toEqual(expected)
})

test('an image that is not taken in loses its labels', async () => {
  const broken = image('a.png', { frame: refuse('file-damaged') })

  const { images, labels, problems } = await plan([broken], [{ name: 'a', line: 2 }])

  expect({ refused: images.refused, lost: labels.lost }).toEqual({ refused: 1, lost: 0 })
  expect(problems).toEqual([{ path: 'a.png', reason: 'The file is damaged or incomplete' }])
})

test('what a project of another type cannot keep is counted, and not as labels', async () => {
  const { labels, problems } = await plan([image('a.png')], [{ name: 'a' }], { type: 'text-image-pairs' })

  expect(labels).toMatchObject({ objects: 0, annotated: 0, silent: 0, unfit: 1 })
  expect(problems[0]?.reason).toMatch(/^a.png: it says "cup" at a place in the image; this project takes texts/)
})

test('a file with the bytes of another is no new image', async () => {
  const { images, splits } = await plan([image('train/a.png'), image('train/b.png', { isRepeated: true })], [])

  expect({ ...images, ...splits }).toMatchObject({ new: 1, there: 0, repeated: 1, train: 1 })
})

test.each([
  ['are annotated in different ways are both named', { ...BOX, className: 'bowl' }, 1],
  ['are annotated alike are no problem', BOX, 0],
] as const)('files with the same bytes that %s', async (_, other, count) => {
  const twin = image('b.png', { isRepeated: true, first: 'a.png' })

  const { problems } = await plan([image('a.png'), twin], [{ name: 'a' }, { name: 'b', objects: [other], line: 3 }])

  const reason = 'a.png and b.png are the same image. Annotations of a.png are used'
  expect(problems).toEqual([{ path: 'labels.csv', line: 3, reason }].slice(0, count))
})

test('the annotations of files with the same bytes count once', async () => {
  const twin = image('b.png', { isRepeated: true, first: 'a.png' })

  const { images, labels, classes, rows } = await plan(
    [image('a.png'), twin, image('c.png')],
    [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  )

  expect(images).toMatchObject({ new: 2, repeated: 1 })
  expect(labels).toMatchObject({ objects: 2, annotated: 2, silent: 0 })
  expect([...classes]).toEqual([['cup', { objects: 2, images: 2 }]])
  expect(rows.map(({ objects }) => objects)).toEqual([1, 1, 1])
})

test('of files with the same bytes one that is annotated counts for those that are not', async () => {
  const twin = image('b.png', { isRepeated: true, first: 'a.png' })

  const { labels } = await plan([image('a.png'), twin], [{ name: 'b' }])

  expect(labels).toMatchObject({ objects: 1, annotated: 1, silent: 0 })
})

test('an image without annotations goes to the split of its list, and a label file is more certain', async () => {
  async function* described() {
    yield { image: 'a.png', split: 'test' as const }
    yield { name: 'b', source: { path: 'b.xml' }, split: 'valid' as const, objects: () => ok([BOX]) }
    yield { image: 'b.png', split: 'test' as const }
    yield { image: 'gone.png', split: 'test' as const }
  }

  const { rows } = await plan([image('a.png'), image('b.png')], [], { described: described() })

  expect(rows.map(({ split }) => split)).toEqual(['test', 'valid'])
})

test('an image of which nothing can be read stays without a word', async () => {
  async function* described() {
    yield { name: 'a', source: { path: 'a.xml' }, isPartial: true, objects: () => ok([]) }
  }

  const { labels, problems } = await plan([image('a.png')], [], { described: described() })

  expect(labels).toMatchObject({ annotated: 0, nothing: 0, silent: 0, unreadable: 1 })
  expect(problems).toEqual([
    { path: 'a.xml', reason: 'a.png: none of the annotations can be read, so the image stays unannotated' },
  ])
})

test('only ten thousand problems are kept, and all are counted', async () => {
  const { problems, counted } = await plan(
    [],
    Array.from({ length: 12_000 }, (_, at) => ({ name: `${at}.png` })),
  )

  expect({ kept: problems.length, ...counted }).toEqual({ kept: 10_000, problems: 12_000, notes: 0 })
})

test('of a hundred thousand images each finds its labels, and six are kept to be looked at', async () => {
  const paths = Array.from({ length: 100_000 }, (_, at) => `train/images/${at}.jpg`)

  const { labels, samples } = await plan(
    paths.map((path) => image(path)),
    paths.map((path) => ({ name: path.replace('.jpg', '') })),
  )

  expect(labels.annotated).toBe(100_000)
  expect(samples).toHaveLength(6)
})

test('each image stands in one row of the counts', async () => {
  async function* described() {
    const source = { path: 'labels.json' }
    yield { name: 'good', source, objects: () => ok([BOX]) }
    yield { name: 'empty', source, objects: () => ok([]) }
    yield { name: 'garbage', source, isPartial: true, objects: () => ok([]) }
    yield { name: 'other', source, isPartial: true, whyUnlabelled: message('keypoints-missing'), objects: () => ok([]) }
    yield { name: 'cut', source, objects: () => ok([BOX]) }
    yield { name: 'nowhere', source, objects: () => ok([BOX]) }
  }
  const sound = ['good.png', 'empty.png', 'garbage.png', 'other.png', 'silent.png'].map((path) => image(path))
  const cut = image('cut.png', { frame: refuse('file-damaged') })
  const twin = image('twin.png', { isRepeated: true, first: 'good.png' })

  const { images, labels, counted, problems } = await plan([...sound, cut, twin], [], { described: described() })

  expect(images).toEqual({ new: 5, there: 0, repeated: 1, matched: 0, refused: 1, labelled: 0 })
  expect(labels).toEqual({ objects: 1, annotated: 1, nothing: 1, silent: 1, unfit: 1, unreadable: 1, lost: 1 })
  expect(counted).toEqual({ problems: 2, notes: 1 })
  expect(problems.filter(({ isNote }) => isNote)).toMatchObject([
    { reason: 'other.png: the objects have no keypoints, so the image stays unannotated' },
  ])
})
