import { expect, test } from 'vitest'
import type { JobView } from '#common/contract/jobs'
import { BatchId } from '#common/ids'
import { readSearch } from '#common/search/parse'
import {
  jobOfSearch,
  jobSearch,
  peopleOf,
  reviewActs,
  shareOf,
  sizeOf,
} from '#renderer/features/batches/entrance/words'

const counts = (part: object) => ({ unannotated: 0, annotated: 0, approved: 0, rejected: 0, ...part })

function labelsOf(job: Parameters<typeof reviewActs>[0]): string[] {
  return reviewActs(job).map(({ label }) => label)
}

test('annotated images can be approved or sent back where there is a reviewer', () => {
  const acts = reviewActs({ reviewer: 'Bo', counts: counts({ annotated: 3, approved: 1 }) })

  expect(acts.map(({ label, from, verdict }) => [label, from, verdict])).toEqual([
    ['Approve 3 images', 'annotated', 'approved'],
    ['Request changes to 3 images', 'annotated', 'rejected'],
  ])
  expect(acts[0]?.said(1)).toBe('1 image approved')
})

test('a finished job can be reopened', () => {
  expect(labelsOf({ reviewer: 'Bo', counts: counts({ approved: 4 }) })).toEqual(['Reopen the review'])
  expect(labelsOf({ reviewer: '', counts: counts({ annotated: 4 }) })).toEqual(['Request changes to 4 images'])
  expect(labelsOf({ reviewer: '', counts: counts({ approved: 4 }) })).toEqual(['Request changes to 4 images'])
})

test('a job without finished images offers no verdict', () => {
  expect(labelsOf({ reviewer: 'Bo', counts: counts({ unannotated: 4, rejected: 1 }) })).toEqual([])
})

test('a job shows its assignee and progress', () => {
  expect(peopleOf({ labeler: 'Ada', reviewer: 'Bo' })).toBe('Ada, reviewed by Bo')
  expect(peopleOf({ labeler: '', reviewer: 'Bo' })).toBe('Reviewed by Bo')
  expect(peopleOf({ labeler: '', reviewer: '' })).toBe('Nobody named')
  expect(sizeOf({ counts: counts({ unannotated: 1, rejected: 1, approved: 2 }) })).toBe(4)
  expect(shareOf({ counts: counts({ unannotated: 1, rejected: 1, approved: 2 }) })).toBe(0.5)
  expect(shareOf({ counts: counts({}) })).toBe(0)
})

test('the search for a job names it, and names its identifier where the name could mean another', () => {
  const jobs = [
    { id: 'job00001', name: 'Night "A"' },
    { id: 'job00002', name: 'Deck' },
    { id: 'job00003', name: 'deck' },
    { id: 'job00004', name: '*' },
    { id: 'job00005', name: 'job00001' },
  ]
  const read = (place: number) => readSearch(jobSearch(jobs[place] ?? { id: '', name: '' }, jobs))

  expect(read(0)).toEqual({ ok: true, value: { kind: 'job', name: 'Night "A"' } })
  expect(read(1)).toEqual({ ok: true, value: { kind: 'job', name: 'job00002' } })
  expect(read(3)).toEqual({ ok: true, value: { kind: 'job', name: 'job00004' } })
  expect(read(4)).toEqual({ ok: true, value: { kind: 'job', name: 'job00005' } })
})

test('a search for only one job is the queue of that job', () => {
  const job = (id: string, name: string): JobView => ({
    id,
    name,
    batch: BatchId.parse('batch001'),
    createdAt: '2026-11-01T00:00:00.000Z',
    state: 'assigned',
    labeler: '',
    reviewer: '',
    instructions: '',
    counts: counts({}),
  })
  const jobs = [job('job00001', 'Deck'), job('job00002', 'Hull'), job('job00003', 'hull')]
  const found = (search: string) => jobOfSearch(search, jobs)?.id

  expect(found('job:deck')).toBe('job00001')
  expect(found('job:job00003')).toBe('job00003')
  expect(['job:hull', 'job:*', 'job:deck quay', '-job:deck', 'deck', 'job:"'].map(found)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})
