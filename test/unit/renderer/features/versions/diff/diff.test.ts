import { describe, expect, test } from 'vitest'
import type { LabelChange } from '#common/contract/version-diff'
import type { VersionSummary } from '#common/contract/versions'
import { comparable, readChoice } from '#renderer/features/versions/diff/choice'
import { changeWords, rowWords } from '#renderer/features/versions/diff/words'
import { boxShape } from '../../../../common/annotation/shapes.ts'

function version(number: number, state: VersionSummary['state'] = 'ready'): VersionSummary {
  return {
    number,
    name: '',
    createdAt: '2026-01-01T00:00:00Z',
    state,
    taskId: null,
    progress: null,
    images: 1,
    splits: { train: 1, valid: 0, test: 0 },
    settings: { preprocessing: {}, augmentation: {} },
    recipe: [],
    seed: null,
    manifest: null,
    exports: [],
    covers: [],
  }
}

describe('the choice in the address', () => {
  const choose = (query: string, numbers = [1, 2, 4]) =>
    readChoice(
      new URLSearchParams(query),
      numbers.map((number) => version(number)),
    )

  test('without one, the newest is compared with the one before it', () => {
    expect(choose('')).toEqual({ from: 2, to: 4, filter: 'all' })
  })

  test('a named range is accepted, also in reverse', () => {
    expect(choose('from=4&to=1&show=near')).toEqual({ from: 4, to: 1, filter: 'near' })
  })

  test('missing values are ignored', () => {
    expect(choose('from=3&to=2&show=nonsense')).toEqual({ from: 1, to: 2, filter: 'all' })
  })

  test('the oldest, with nothing before it, is compared with another', () => {
    expect(choose('to=1')).toEqual({ from: 2, to: 1, filter: 'all' })
  })

  test('two finished versions are needed', () => {
    expect(choose('', [1])).toBeUndefined()
    expect(comparable([version(1), version(2, 'generating'), version(3)]).map(({ number }) => number)).toEqual([3, 1])
  })
})

const box = boxShape(0, 0, 9, 9)
const kept = { kind: 'kept', before: box, after: box, agreement: 1, place: 'same', isReclassed: false } as const
const moved: LabelChange = { ...kept, agreement: 0.413, place: 'far', isReworded: false }
const same: LabelChange = { ...kept, isReworded: false }
const side = { split: 'train', width: 9, height: 9, thumb: '', screen: '' } as const

describe('words', () => {
  test('a changed annotation is described in a sentence, an unchanged one is not', () => {
    expect(changeWords(moved)).toBe('Moved far, 41 % overlap')
    expect(changeWords({ ...moved, isReclassed: true })).toBe('Class changed; moved far, 41 % overlap')
    expect(changeWords(same)).toBeUndefined()
  })

  test('an image is described by the changes of its annotations', () => {
    const added: LabelChange = { kind: 'added', after: box }

    expect(rowWords({ before: side, after: side, labels: [same, added, moved, added] })).toBe('2 added, 1 moved far')
    expect(rowWords({ before: side, after: side, labels: [same] })).toBe('Annotations unchanged')
    expect(rowWords({ before: null, after: side, labels: [added] })).toBe('Added with 1 annotation')
    expect(rowWords({ before: side, after: null, labels: [] })).toBe('Removed as background')
  })
})
