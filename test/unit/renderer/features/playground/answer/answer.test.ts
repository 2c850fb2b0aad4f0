import { expect, test } from 'vitest'
import type { Finding } from '#common/contract/models/playground'
import { ModelManifest } from '#common/inference/manifest'
import { shortenedJson } from '#renderer/features/playground/answer/json-text'
import { countByClass, foundIn, stageRows } from '#renderer/features/playground/entrance/findings'
import { questionOf, USUAL_SETTINGS, widened, wordsIn } from '#renderer/features/playground/settings'

const KEY = '0'.repeat(32)
const trial = { image: { kind: 'held' as const, key: KEY }, name: 'a.png', url: '/a', width: 100, height: 80 }

function model(described: Pick<ModelManifest, 'task' | 'family'>): ModelManifest {
  return ModelManifest.parse({
    format: 1,
    id: 'toys/1',
    name: 'Toys',
    layout: 'default',
    files: {},
    licence: { name: 'MIT' },
    source: 'a test',
    classNames: [],
    addedAt: '2026-01-01T00:00:00Z',
    ...described,
  })
}

const box = { x0: 10, y0: 10, x1: 30, y1: 50 }
const objects: Finding = {
  kind: 'objects',
  objects: [
    { className: 'cup', classIndex: 0, confidence: 0.9, box },
    { className: 'spoon', classIndex: 1, confidence: 0.5, box, corners: [10, 10, 30, 10, 30, 50] },
    { className: 'cup', classIndex: 0, confidence: 0.2, box, outlines: [[0, 0, 4, 0, 4, 4]] },
  ],
}

test('predictions below the threshold or of a disabled class are hidden', () => {
  const shown = foundIn(objects, { confidence: 0.4, hidden: new Set(['cup']), guess: 0 })

  expect(shown).toMatchObject([
    { label: 'spoon', color: 2, note: '20×40', place: { rings: [[10, 10, 30, 10, 30, 50]] } },
  ])
  expect(countByClass(objects, 0.4)).toEqual(
    new Map([
      ['cup', 1],
      ['spoon', 1],
    ]),
  )
})

test('a detector is asked with a low threshold; a class map for exactly the requested classes', () => {
  const detector = model({ task: 'object-detection', family: 'yolo' })
  const map = model({ task: 'semantic-segmentation', family: 'semantic' })
  const [one, other] = [detector, map].map((each) => {
    const question = questionOf(each, trial, { ...USUAL_SETTINGS, confidence: 0.6 })
    return question && widened(question, each)
  })

  expect(one).toMatchObject({ act: 'predict', confidence: 0.05 })
  expect(other).toMatchObject({ act: 'predict', confidence: 0.6 })
})

test('nothing is requested before there are words or points', () => {
  const dino = model({ task: 'zero-shot-detection', family: 'grounding-dino' })
  const sam = model({ task: 'unsupervised-segmentation', family: 'sam' })
  const points = [{ x: 1, y: 2, positive: true }]

  expect(questionOf(dino, trial, USUAL_SETTINGS)).toBeUndefined()
  expect(questionOf(sam, trial, USUAL_SETTINGS)).toBeUndefined()
  expect(questionOf(dino, trial, { ...USUAL_SETTINGS, words: 'cup, spoon' })).toMatchObject({ words: ['cup', 'spoon'] })
  expect(questionOf(sam, trial, { ...USUAL_SETTINGS, points })).toMatchObject({ points })
})

test('words are separated by commas and lines, without duplicates', () => {
  expect(wordsIn(' cup, a red spoon,,\ncup ')).toEqual(['cup', 'a red spoon'])
})

test('images inside an answer are truncated, and the omitted length is stated', () => {
  const json = { visualization: 'x'.repeat(5000), time: 1 }

  const shown = shortenedJson({ text: JSON.stringify(json), json })

  expect(shown.isShortened).toBe(true)
  expect(JSON.parse(shown.text)).toEqual({ visualization: `${'x'.repeat(40)}… (5000 characters)`, time: 1 })
})

test('the time of an answer is split into stages, longest first', () => {
  expect(stageRows({ decode: 0.002, run: 0.006 })).toEqual([
    { word: 'run the model', text: '6.0 ms', share: '75 %' },
    { word: 'read the image', text: '2.0 ms', share: '25 %' },
  ])
})
