import { expect, test } from 'vitest'
import { CLASS_COLORS } from '#common/annotation/class-colors'
import type { ImageFilter } from '#common/contract/images'
import { BatchId } from '#common/ids'
import { reasonOf } from '#common/messages/sentence'
import { parseSearch } from '#common/search/parse'
import { batchIdOf, classIdOf, colorNumber } from '#core/remote/names'
import { promptOf } from '#core/remote/query'
import { byTurns, inOneTurn } from '#core/remote/turns'
import { inLanes } from '#core/tasks/lanes'

const names = { classOf: () => 'tug boat', idOf: (id: string) => (id === 'stand-in' ? 'May 4' : id) }
const promptFor = (filter: ImageFilter) => {
  const prompt = promptOf(filter, names)
  return prompt.ok ? prompt.value : reasonOf(prompt.error)
}

test('a class has the same identifier wherever its name is met', () => {
  expect(classIdOf(' tug  boat')).toBe(classIdOf('tug boat'))
  expect(new Set(['boat', 'Boat', 'boat ', 'taob', ''].map(classIdOf)).size).toBe(4)
  expect(classIdOf('boat')).toMatch(/^[0-9a-f]{32}$/)
})

test('a batch keeps its identifier when a page can carry it', () => {
  expect(batchIdOf('Abcdefgh1234')).toBe('Abcdefgh1234')
  expect(BatchId.safeParse(batchIdOf('upload on 2026-01-31')).success).toBe(true)
})

test('colours keep their place in the list; past its end, and for foreign colours, the place of the class counts', () => {
  expect(CLASS_COLORS.map(colorNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(colorNumber(CLASS_COLORS[0], 12)).toBe(13)
  expect(colorNumber(CLASS_COLORS[4].toLowerCase(), 0)).toBe(5)
  expect(colorNumber('#123456', 3)).toBe(4)
})

test.each<[ImageFilter, string | undefined]>([
  [{}, undefined],
  [{ splits: ['train', 'valid'] }, 'split:train OR split:valid'],
  [{ classes: [classIdOf('tug boat')], text: 'quay' }, 'class:"tug boat" filename:quay'],
  [{ states: ['todo', 'started'] }, 'labelled:false'],
  [{ states: ['done'] }, 'labelled:true'],
  [{ splits: ['test'], search: 'gull OR tern' }, 'split:test (gull OR tern)'],
  [{ search: 'job:stand-in OR NOT (batch:stand-in job:*)' }, 'job:"May 4" OR -(batch:"May 4" job:*)'],
  [{ search: 'colour:red' }, 'search-invalid'],
])('the filter %j is asked as %s', (filter, prompt) => {
  expect(promptFor(filter)).toBe(prompt)
})

test('nothing there is in progress, so a filter for that alone finds nothing', () => {
  const query = parseSearch(promptFor({ states: ['started'] }) ?? '')

  expect(query).toMatchObject({ ok: true, value: { kind: 'and', parts: [{ is: true }, { is: false }] } })
})

test('answers come in the order of the questions, with only so many asked at once', async () => {
  let running = 0
  let most = 0
  const answers = await inLanes([5, 1, 3, 2, 4], 2, async (item) => {
    running += 1
    most = Math.max(most, running)
    for (let tick = 0; tick < item; tick++) await Promise.resolve()
    running -= 1
    return item * 10
  })

  expect(answers).toEqual([50, 10, 30, 20, 40])
  expect(most).toBe(2)
})

test('acts on one thing follow one another, also after one that failed', async () => {
  const inTurn = byTurns<string>()
  const told: string[] = []
  const act = (name: string, ticks: number) => async () => {
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
    told.push(name)
    if (name === 'b') throw new Error('b failed')
  }

  const acts = [
    inTurn('x', act('a', 9)),
    inTurn('x', act('b', 1)),
    inTurn('y', act('other', 2)),
    inTurn('x', act('c', 0)),
  ]

  await expect(acts[1]).rejects.toThrow('b failed')
  await Promise.allSettled(acts)
  expect(told).toEqual(['other', 'a', 'b', 'c'])
})

test('those who ask while an answer is on its way share the next one, also after one that failed', async () => {
  const answers: PromiseWithResolvers<string>[] = []
  const ask = inOneTurn(() => {
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  })

  const [first, second, third, other] = [ask('a'), ask('a'), ask('a'), ask('b')]
  const begun = answers.length
  answers[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  const late = ask('a')
  answers[1]?.resolve('b')
  answers[2]?.resolve('fresh')

  expect(begun).toBe(2)
  expect(await Promise.all([second, third, other])).toEqual(['fresh', 'fresh', 'b'])
  await expect.poll(() => answers.length).toBe(4)
  answers[3]?.resolve('fresher')
  expect(await late).toBe('fresher')
})
