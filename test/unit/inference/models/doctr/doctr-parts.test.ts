import { describe, expect, test } from 'vitest'
import { framedCrop, piecesOf } from '#inference/models/doctr/crops'
import { joinReadings } from '#inference/models/doctr/join-readings'
import { docTrLayoutOf } from '#inference/models/doctr/layout'
import { knownVocabulary, readVocabulary } from '#inference/models/doctr/vocabulary'
import { findWords } from '#inference/models/doctr/word-map'
import { readSteps } from '#inference/models/kit/text/ctc'
import { inReadingOrder } from '#inference/models/kit/text/lines'

describe('The steps of a reader', () => {
  const read = (path: string) => readSteps({ scores: scoresOf(path), vocabulary: ['a', 'b'] })

  test.each([
    ['aab', 'ab'],
    ['a_ab', 'aab'],
    ['__a_b__', 'ab'],
    ['____', ''],
    ['bbb_bba', 'bba'],
  ])('%s are the word "%s"', (path, text) => {
    expect(read(path).text).toBe(text)
  })

  test('are as sure as the least sure of them', () => {
    const scores = Float32Array.of(9, 0, 0, 0, 1, 0)

    expect(readSteps({ scores, vocabulary: ['a', 'b'] })).toEqual({
      text: 'ab',
      confidence: expect.closeTo(Math.E / (Math.E + 2), 5),
    })
  })

  test('that are no numbers are not sure at all', () => {
    const scores = new Float32Array(6).fill(Number.NaN)

    expect(readSteps({ scores, vocabulary: ['a', 'b'] }).confidence).toBe(0)
  })
})

describe('A word', () => {
  test('of up to eight times its height is read at once', () => {
    const box = { x0: 5, y0: 10, x1: 85, y1: 20 }

    expect(piecesOf(box)).toEqual([{ box, overlap: 0 }])
  })

  test('that is longer is read in pieces of six times its height, which overlap by half', () => {
    const pieces = piecesOf({ x0: 100, y0: 0, x1: 240, y1: 10 })

    expect(pieces.map(({ box, overlap }) => [box.x0, box.x1, overlap])).toEqual([
      [100, 160, 0],
      [130, 190, 0.5],
      [160, 220, 0.5],
      [180, 240, 40 / 60],
    ])
  })

  test('keeps its proportions in the frame of the reader, with black to its right and below', async () => {
    const page = { width: 40, height: 20, data: new Uint8Array(3 * 40 * 20).fill(200) }

    const { data, width, height } = await framedCrop(page, { x0: 4, y0: 5, x1: 14, y1: 15 })

    const at = (x: number, y: number) => data[3 * (y * width + x)]
    expect([width, height, at(1, 1), at(31, 31), at(33, 1), at(127, 31)]).toEqual([128, 32, 200, 200, 0, 0])
  })
})

describe('The readings of pieces', () => {
  const joined = (texts: readonly string[], overlap = 0.5) =>
    joinReadings(texts.map((text, place) => ({ text, confidence: 1 - place / 10, overlap: place === 0 ? 0 : overlap })))

  test.each([
    [['abcdX', 'Xdefgh'], 'abcdefgh'],
    [['abcdX', 'XdefX', 'XefghX', 'Xijk'], 'abcdefghijk'],
    [['abcdefgh', 'efghijkl'], 'abcdefghijkl'],
    [['abcdefgh', 'eXghijkl'], 'abcdefghijkl'],
    [['', 'abc'], 'abc'],
    [['abc', ''], 'abc'],
  ])('%j are the word "%s"', (texts, word) => {
    expect(joined(texts).text).toBe(word)
  })

  test('are as sure as the least sure one with letters', () => {
    expect(joined(['abcdX', 'Xdefgh']).confidence).toBe(0.9)
    expect(joined(['abc', '']).confidence).toBe(1)
  })
})

describe('A map of words', () => {
  test('gives every mark as a rectangle that is grown by its area through its perimeter', () => {
    const words = findWords(mapOf({ x0: 10, y0: 20, x1: 30, y1: 30 }, { x0: 40, y0: 5, x1: 44, y1: 9 }))

    expect(words.map(({ box }) => box)).toEqual([
      { x0: 38.5, y0: 3.5, x1: 45.5, y1: 10.5 },
      { x0: 5, y0: 15, x1: 35, y1: 35 },
    ])
  })

  test('scores a mark by its mean, the row and column behind it included', () => {
    const [word] = findWords(mapOf({ x0: 10, y0: 20, x1: 30, y1: 30 }))

    expect(word?.score).toBeCloseTo((0.8 * 200) / (21 * 11), 5)
  })

  test('leaves specks and threads out', () => {
    expect(findWords(mapOf({ x0: 10, y0: 20, x1: 12, y1: 30 }, { x0: 40, y0: 5, x1: 60, y1: 7 }))).toEqual([])
  })

  test('keeps marks at its edge', () => {
    const [word] = findWords(mapOf({ x0: 0, y0: 0, x1: 6, y1: 3 }))

    expect(word?.box).toEqual({ x0: -1.5, y0: -1.5, x1: 7.5, y1: 4.5 })
  })

  test('takes logits as well', () => {
    const map = mapOf({ x0: 10, y0: 20, x1: 30, y1: 30 })
    const values = map.values.map((value) => Math.log(value / (1 - value)))

    expect(findWords({ ...map, values, areProbabilities: false })).toHaveLength(1)
  })

  test('of nothing but noise has no more words than can be read', () => {
    const values = Float32Array.from({ length: 1024 * 1024 }, (_, place) =>
      place % 4 < 3 && Math.floor(place / 1024) % 4 < 3 ? 1 : 0,
    )

    expect(findWords({ values, width: 1024, height: 1024, areProbabilities: true })).toHaveLength(4000)
  })
})

test('words are put in lines although they stand a little higher or lower', () => {
  const word = (text: string, x0: number, y0: number) => ({ text, box: { x0, y0, x1: x0 + 30, y1: y0 + 10 } })
  const words = [word('d', 0, 40), word('b', 40, 2), word('c', 80, 4), word('a', 0, 0), word('e', 40, 38)]

  expect(inReadingOrder(words).map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

describe('Two networks', () => {
  const finder = network(['batch', 3, 1024, 1024], ['batch', 1, 1024, 1024])
  const reader = network(['batch', 3, 32, 128], ['batch', 32, 127])

  test('are docTR when one finds words and the other reads them', () => {
    expect(docTrLayoutOf({ 'db.onnx': finder, 'crnn.onnx': reader })).toMatchObject({
      layout: 'ctc',
      detection: 'db.onnx',
      recognition: 'crnn.onnx',
      needsVocabulary: false,
      input: { width: 1024, height: 1024, resize: 'letterbox' },
    })
  })

  test('need a list of characters when none with so many is known', () => {
    const other = network(['batch', 3, 32, 128], ['batch', 32, 60])

    expect(docTrLayoutOf({ a: other, b: finder })).toMatchObject({ recognition: 'a', needsVocabulary: true })
  })

  test('are not docTR when one spells letter by letter, and neither is one alone', () => {
    const speller = network(['batch', 3, 32, 128], ['batch', 33, 127])

    expect(docTrLayoutOf({ finder, speller })).toBeUndefined()
    expect(docTrLayoutOf({ finder })).toBeUndefined()
  })

  function network(input: readonly (number | string)[], output: readonly (number | string)[]) {
    return { inputs: [{ dims: input }], outputs: [{ dims: output }] }
  }
})

test('known vocabularies are told apart by their number of characters', () => {
  const vocabularies = [126, 123, 100, 94].map((characters) => knownVocabulary(characters))

  expect(vocabularies.map((known) => known?.[0])).toEqual(['0', '0', '0', '0'])
  expect(vocabularies[0]?.join('')).toMatch(/^0123456789ab.*XYZ!"#\$%.*\|\}~°£€¥¢฿àâ.*ÜÇ$/)
  expect(knownVocabulary(59)).toBeUndefined()
})

test('a vocabulary file lists its characters in its first line', () => {
  expect(readVocabulary(new TextEncoder().encode('aä€\r\nmore'))).toEqual(['a', 'ä', '€'])
})

/** Scores of steps over `a`, `b` and the blank `_`. */
function scoresOf(path: string): Float32Array {
  return Float32Array.from(Array.from(path).flatMap((step) => ['a', 'b', '_'].map((sign) => (sign === step ? 5 : 0))))
}

/** 0.8 inside these rectangles of 64 × 48 pixels. */
function mapOf(...boxes: readonly { x0: number; y0: number; x1: number; y1: number }[]) {
  const [width, height] = [64, 48]
  const values = new Float32Array(width * height)
  for (const { x0, y0, x1, y1 } of boxes) {
    for (let y = y0; y < y1; y += 1) values.fill(0.8, y * width + x0, y * width + x1)
  }
  return { values, width, height, areProbabilities: true }
}
