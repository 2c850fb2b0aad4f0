import { expect, test } from 'vitest'
import { ModelManifest } from '#common/inference/manifest'
import { planPrompts } from '#inference/models/grounding-dino/prompts'
import { textTensors } from '#inference/models/grounding-dino/text-tensors'
import { openTokenizer } from '#inference/tokenizers/tokenizer'
import { bertFile, bertIds } from '../../../../kit/toy-models/text/tokenizer-bert.ts'

const IDS = bertIds(['fire', 'hydrant', 'cat', 'dog'])

test('classes are parted by full stops between two marks, and each knows its own tokens', async () => {
  const [prompt, ...more] = await plan(['Fire hydrant', 'cat'], 256)

  expect(prompt?.tokens).toEqual(idsOf('[CLS] fire hydrant . cat . [SEP]'))
  expect(prompt?.spans).toEqual([
    { classIndex: 0, start: 1, end: 3 },
    { classIndex: 1, start: 4, end: 5 },
  ])
  expect(more).toEqual([])
})

test('classes that do not fit into one prompt go into the next', async () => {
  const prompts = await plan(['cat', 'dog', 'fire hydrant', 'cat'], 6)

  expect(prompts.map(({ tokens }) => tokens)).toEqual([
    idsOf('[CLS] cat . dog . [SEP]'),
    idsOf('[CLS] fire hydrant . [SEP]'),
  ])
})

test('a class longer than a prompt is cut', async () => {
  const [prompt] = await plan(['fire fire fire fire'], 5)

  expect(prompt?.tokens).toEqual(idsOf('[CLS] fire fire . [SEP]'))
})

test('a token sees the tokens of its class alone, and is numbered in it', async () => {
  const [prompt = { tokens: [], spans: [] }] = await plan(['fire hydrant', 'cat'], 256)
  const names = ['text_token_mask', 'position_ids', 'token_type_ids', 'attention_mask']
  const inputs = ['input_ids', ...names].map((name) => ({ name, type: 'int32' as const, dims: [1, 8] }))

  const tensors = textTensors({ inputs }, prompt)

  const rows = (name: string) => Array.from(tensors[name]?.data ?? [], Number).join('')
  expect(rows('position_ids')).toBe('00120100')
  expect(rows('attention_mask')).toBe('11111110')
  expect(rows('token_type_ids')).toBe('00000000')
  expect(rows('text_token_mask').match(/.{8}/g)).toEqual([
    '10000000',
    '01110000',
    '01110000',
    '01110000',
    '00001100',
    '00001100',
    '00000010',
    '00000001',
  ])
})

async function plan(classes: readonly string[], most: number) {
  const manifest = ModelManifest.parse({
    format: 1,
    id: 'toys/1',
    name: 'Toy',
    task: 'zero-shot-detection',
    family: 'grounding-dino',
    layout: '',
    licence: { name: 'MIT' },
    source: 'a test',
    classNames: [],
    addedAt: '2026-01-01T00:00:00Z',
    files: { tokenizer: { path: 'tokenizer.json', bytes: 1, sha256: '0'.repeat(64) } },
  })
  const tokenizer = await openTokenizer({ manifest, read: async () => bertFile(IDS) })
  return planPrompts(classes, { tokenizer, separator: IDS.get('.') ?? 0, most, isOneByOne: false })
}

function idsOf(spelled: string): unknown[] {
  return spelled.split(' ').map((token) => IDS.get(token))
}
