import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ModelManifest } from '#common/inference/manifest'
import { encodeTexts } from '#inference/tokenizers/encode'
import { openTokenizer } from '#inference/tokenizers/tokenizer'
import { bertFile, bertIds } from '../../../kit/toy-models/text/tokenizer-bert.ts'
import { clipFiles, clipVocabulary } from '../../../kit/toy-models/text/tokenizer-clip.ts'

const CLIP = clipVocabulary(['red', 'green', 'car', 'a', 'photo', 'of', 'café', "'s"])
const BERT = bertIds(['red', 'car', 'fire', 'hydrant', '##s', 'un', '##aff', '##able', 'cafe', '人'])

const CLIP_PHRASES = [
  ['red', 'red</w>'],
  ['Red', 'red</w>'],
  ['a red car', 'a</w> red</w> car</w>'],
  ['  a\n\tred   car ', 'a</w> red</w> car</w>'],
  ['a photo of a green car.', 'a</w> photo</w> of</w> a</w> green</w> car</w> .</w>'],
  ['redcar', 're d car</w>'],
  ['cars', 'ca r s</w>'],
  ["car's", "car</w> 's</w>"],
  ['red,green', 'red</w> ,</w> green</w>'],
  ['a1b22', 'a</w> 1</w> b</w> 2</w> 2</w>'],
  ['\ufeffred', 'ï » ¿</w> red</w>'],
  ['', ''],
  ['...', '. . .</w>'],
] as const

const BERT_PHRASES = [
  ['red car', 'red car'],
  ['Red CAR', 'red car'],
  ['cars', 'car ##s'],
  ['fire-hydrant', 'fire - hydrant'],
  ['unaffable', 'un ##aff ##able'],
  ['café', 'cafe'],
  ['xyz red', '[UNK] red'],
  ['人red', '人 red'],
  ['\ufeffred', 'red'],
] as const

test.each(CLIP_PHRASES)('CLIP cuts %j into the words and pieces of its vocabulary', async (phrase, spelled) => {
  const tokenizer = await opened({ tokenizer: clipFiles(CLIP).tokenizer })

  expect(tokenizer.tokensOf(phrase, 77)).toEqual(idsOf(CLIP.ids, spelled))
})

test.each(BERT_PHRASES)('BERT cuts %j into the words and pieces of its vocabulary', async (phrase, spelled) => {
  const tokenizer = await opened({ tokenizer: bertFile(BERT) })

  expect(tokenizer.tokensOf(phrase, 256)).toEqual(idsOf(BERT, spelled))
})

test('letters beyond English are cut into bytes that CLIP joins again', async () => {
  const tokenizer = await opened({ tokenizer: clipFiles(clipVocabulary(['cafÃ©'])).tokenizer })

  expect(tokenizer.tokensOf('café', 77)).toHaveLength(1)
})

test('every form of the vocabulary of CLIP gives the same tokens', async () => {
  const { tokenizer, vocab, merges, bpe } = clipFiles(CLIP)
  const forms = [{ tokenizer }, { vocab, merges }, { bpe }, { bpe: gzipSync(bpe) }]

  const all = await Promise.all(forms.map(opened))
  const rows = all.map((each) => [each.begin, ...each.tokensOf('a photo of 3 red cars', 77), each.end])

  expect(new Set(rows.map(String))).toEqual(new Set([String(rows[0])]))
})

test('texts become rows of equal length between their marks', async () => {
  const tokenizer = await opened(clipFiles(CLIP))
  const { begin, end } = tokenizer
  const [red = 0, car = 0] = tokenizer.tokensOf('red car', 2)

  const { dims, ids, mask } = encodeTexts(['red car', ''], tokenizer, { length: 6, pad: 0 })

  expect(dims).toEqual([2, 6])
  expect([...ids]).toEqual([begin, red, car, end, 0, 0, begin, end, 0, 0, 0, 0])
  expect([...mask]).toEqual([1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0])
})

test('a text that is too long keeps its end mark', async () => {
  const tokenizer = await opened(clipFiles(CLIP))

  const { ids } = encodeTexts(['red '.repeat(200)], tokenizer, { length: 77, pad: 0 })

  expect([ids.length, ids[0], ids[75], ids[76]]).toEqual([77, tokenizer.begin, CLIP.ids.get('red</w>'), tokenizer.end])
})

test.each([
  ['a million letters', 'a'.repeat(1_000_000)],
  ['a million spaces before a word', `${' '.repeat(1_000_000)}red`],
  ['halves of surrogates', '\ud83d red \ude00'],
  ['an image sign that the cut parts', `${'a '.repeat(4927)}😀`],
  ['a mark of its own', '<|endoftext|> red'],
  ['a zero byte', 'red\0car'],
])('%s cannot break it', async (_, text) => {
  const tokenizers = [await opened(clipFiles(CLIP)), await opened({ tokenizer: bertFile(BERT) })]

  for (const tokenizer of tokenizers) {
    const tokens = tokenizer.tokensOf(text, 75)
    expect(tokens.length).toBeLessThanOrEqual(75)
    expect(tokens.every((id) => Number.isInteger(id))).toBe(true)
  }
})

test.each([
  ['no JSON', '{', 'Its tokenizer.json is not a JSON file'],
  [
    'another kind',
    '{"model":{"type":"Unigram","vocab":[["a",0.1]]}}',
    'neither of the CLIP nor of the BERT kind (vocab',
  ],
  ['an id that is none', '{"model":{"vocab":{"a":-1}}}', 'neither of the CLIP nor of the BERT kind (vocab.a'],
  ['no marks', '{"model":{"vocab":{"a":1}}}', 'Its tokenizer has no token [UNK]'],
  ['merges of three', '{"model":{"vocab":{},"merges":["a b c"],"end_of_word_suffix":"</w>"}}', '(merges.0'],
  ['a list', '[]', 'neither of the CLIP nor of the BERT kind'],
])('a tokenizer.json with %s is refused with the reason', async (_, text, reason) => {
  const refused = opened({ tokenizer: new TextEncoder().encode(text) })

  await expect(refused).rejects.toMatchObject({ code: 'model-broken', message: expect.stringContaining(reason) })
})

test('a vocabulary that unpacks to far more than it should is refused', async () => {
  const refused = opened({ bpe: gzipSync(new Uint8Array(40 * 1024 * 1024)) })

  await expect(refused).rejects.toThrow('cannot be unpacked to at most 32 MB')
})

test('a model without a tokenizer says which files to put beside it', async () => {
  await expect(opened({})).rejects.toThrow('Add tokenizer.json, vocab.json and merges.txt, or bpe_simple')
})

function opened(files: Readonly<Record<string, Uint8Array>>) {
  const manifest = ModelManifest.parse({
    format: 1,
    id: 'toys/1',
    name: 'Toy',
    task: 'embedding',
    family: 'clip',
    layout: 'pair',
    licence: { name: 'MIT' },
    source: 'a test',
    classNames: [],
    addedAt: '2026-01-01T00:00:00Z',
    files: Object.fromEntries(
      Object.entries(files).map(([role, { length }]) => [role, { path: role, bytes: length, sha256: '0'.repeat(64) }]),
    ),
  })
  return openTokenizer({ manifest, read: async (role) => files[role] ?? new Uint8Array() })
}

function idsOf(ids: ReadonlyMap<string, number>, spelled: string): unknown[] {
  return spelled === '' ? [] : spelled.split(' ').map((token) => ids.get(token))
}
