import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { readLine } from '#inference/models/kit/text/ctc'
import { charactersIn, readDictionary, vocabularyFor } from '#inference/models/pp-ocr/characters'
import { lineShape } from '#inference/models/pp-ocr/line-crops'
import { findLines } from '#inference/models/pp-ocr/line-map'
import type { Dim } from '#inference/onnx/types'
import { installedModel, sharedRuntime } from '../../../../kit/model-host.ts'
import {
  LETTERS_LISTED,
  type LineReaderToy,
  lineFinder,
  lineStripeReader,
} from '../../../../kit/toy-models/text/ocr-networks.ts'
import { drawnPage } from '../../../../kit/toy-models/text/ocr-page.ts'

const TWO_LINES = [
  { stripes: '-r-g-b-y--', left: 280, top: 100, stripe: 5 },
  { stripes: '-m-m-ccc--', left: 40, top: 96, stripe: 5 },
]

test('lines are read where they lie, in reading order', async () => {
  const answer = await textOf(await twoLines())

  expect(answer).toMatchObject({ size: { width: 384, height: 256 }, text: 'mmc rgby', engine: 'pp-ocr' })
  expect(answer?.words.map(({ box }) => box)).toEqual([
    { x0: 40, y0: 96, x1: 90, y1: 114 },
    { x0: 280, y0: 100, x1: 330, y1: 118 },
  ])
  for (const { confidence, objectness } of answer?.words ?? []) {
    expect(confidence).toBeGreaterThan(0.6)
    expect(objectness).toBeGreaterThan(0.6)
  }
})

test('a page of other sides than the detection likes is stretched to them and back', async () => {
  const words = [{ stripes: '-r-g-b-y--', left: 900, top: 500, stripe: 10 }]

  const answer = await textOf(await drawnPage({ width: 1900, height: 1010, words }).png().toBuffer())

  const [word] = answer?.words ?? []
  const { x0 = 0, y0 = 0, x1 = 0, y1 = 0 } = word?.box ?? {}
  expect(word?.text).toBe('rgby')
  // A pixel of the detection is two of the page.
  expect(Math.max(...[x0 - 900, y0 - 500, x1 - 1000, y1 - 536].map(Math.abs))).toBeLessThanOrEqual(4)
})

test.each<[string, number]>([
  ['a little', 12],
  ['downwards', 90],
])('a line that is turned %s is read along it', async (_how, degrees) => {
  const line = await drawnPage({
    width: 260,
    height: 260,
    words: [{ stripes: '-r-g-b-y--', left: 60, top: 110, stripe: 12 }],
  })
    .png()
    .toBuffer()

  const answer = await textOf(await sharp(line).rotate(degrees, { background: '#fff' }).png().toBuffer())

  expect(answer?.text).toBe('rgby')
})

test.each<[string, LineReaderToy, Dim]>([
  ['of the early height', { height: 32 }, '?'],
  ['of one width', { width: 320 }, '?'],
  ['beside a detection of one size', {}, 384],
])('a recognition %s reads as well', async (_which, toy, side) => {
  expect((await textOf(await twoLines(), { toy, side }))?.text).toBe('mmc rgby')
})

test('characters may come from a dictionary beside the network', async () => {
  const answer = await textOf(await twoLines(), { dictionary: `${LETTERS_LISTED}\n` })

  expect(answer?.text).toBe('mmc rgby')
})

test('a dictionary that does not fit is refused with the numbers', async () => {
  await expect(textOf(await twoLines(), { dictionary: 'a\nb\n' })).rejects.toThrow(
    'has 8 output classes, including the blank, but its dictionary lists 2 characters',
  )
})

describe('The steps of a line', () => {
  const read = (path: string) =>
    readLine({
      scores: Float32Array.from(
        Array.from(path).flatMap((step) => ['_', 'a', 'b'].map((sign) => (sign === step ? 0.8 : 0.1))),
      ),
      vocabulary: ['a', 'b'],
    })

  test.each([
    ['aab', 'ab'],
    ['a_ab', 'aab'],
    ['____', ''],
  ])('%s are "%s"', (path, text) => {
    expect(read(path).text).toBe(text)
  })

  test('are as sure as their characters on average', () => {
    expect(read('a__b').confidence).toBeCloseTo(0.8, 5)
    expect(read('__').confidence).toBe(0)
  })
})

test('dictionaries keep every character, whatever it is', () => {
  const yaml = [
    'PostProcess:',
    '  character_dict:',
    "  - ''''",
    '  - "\\u3000"',
    '  - -',
    "  - ' '",
    'Global:',
    '  - no',
  ].join('\n')

  expect(charactersIn('a\r\n \n\u3000\n')).toEqual(['a', ' ', '\u3000'])
  expect(readDictionary(new TextEncoder().encode(yaml), 'inference.yml')).toEqual(["'", '\u3000', '-', ' '])
  expect(readDictionary(new TextEncoder().encode('Global: {}'), 'inference.yml')).toBeUndefined()
})

test('a space stands behind the characters where the network has a column more', () => {
  expect(vocabularyFor(['a'], 3)).toEqual(['a', ' '])
  expect(vocabularyFor(['a'], 2)).toEqual(['a'])
  expect(vocabularyFor(['a'], 4)).toBeUndefined()
})

test('a slanted mark keeps its angle and its score', () => {
  const [width, height] = [200, 100]
  const values = Float32Array.from({ length: width * height }, (_, place) => {
    const [x, y] = [place % width, Math.floor(place / width)]
    return x > 20 && x < 180 && Math.abs(y - 30 - 0.2 * x) < 6 ? 0.9 : 0
  })

  const [line] = findLines({ values, width, height, areProbabilities: true })

  expect(line?.box.angle).toBeCloseTo(11.3, 0)
  expect(line?.score).toBeGreaterThan(0.8)
})

test('however long a line is, it is read at a width that fits into memory', () => {
  const box = { center: { x: 0, y: 0 }, width: 100_000, height: 4, angle: 0 }

  expect(lineShape(box, 48).width).toBe(3200)
})

function twoLines() {
  return drawnPage({ width: 384, height: 256, words: TWO_LINES }).png().toBuffer()
}

interface Setup {
  readonly toy?: LineReaderToy
  readonly side?: Dim
  readonly dictionary?: string
}

async function textOf(bytes: Uint8Array, { toy = {}, side, dictionary }: Setup = {}) {
  const reader = lineStripeReader({ ...toy, ...(dictionary === undefined && { characters: LETTERS_LISTED }) })
  const model = await installedModel(
    { id: 'pp-ocr/toy', task: 'ocr', family: 'pp-ocr', layout: 'ctc' },
    {
      detection: ['det.onnx', lineFinder(side)],
      recognition: ['rec.onnx', reader],
      ...(dictionary !== undefined && { vocabulary: ['en_dict.txt', new TextEncoder().encode(dictionary)] as const }),
    },
  )
  const images = [{ kind: 'encoded' as const, bytes }]
  const answer = await sharedRuntime().run({ model, operation: 'read-text', input: { images } })
  if (!answer.ok) throw new Error(sentenceOf(answer.error))
  return answer.value.output[0]
}
