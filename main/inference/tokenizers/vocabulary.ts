import { z } from 'zod'
import { literal, message } from '#common/messages/message'
import { ModelRunError } from '../host/errors.ts'

/** The words of a tokenizer. How texts are cut is not taken from files: a pattern in a file could keep the program busy for ever. */
export type Vocabulary =
  /** Byte pairs as CLIP has them: the last part of a word ends with `</w>`. */
  | { readonly kind: 'clip'; readonly ids: TokenIds; readonly merges: readonly (readonly [string, string])[] }
  /** Pieces of words as BERT has them: those within a word begin with `##`. */
  | { readonly kind: 'bert'; readonly ids: TokenIds; readonly isLowerCase: boolean }
export type TokenIds = Readonly<Record<string, number>>

/** Vocabularies that are read have some hundred thousand words at most. */
const MOST_TOKENS = 1_000_000

const Ids = z.record(z.string(), z.int().min(0).max(MOST_TOKENS))
const Merge = z.tuple([z.string(), z.string()])
const SpelledMerge = z
  .string()
  .transform((text) => text.split(' '))
  .pipe(Merge)
const SpelledMerges = z.array(SpelledMerge)

const ClipModel = z.object({
  vocab: Ids,
  merges: z.array(z.union([SpelledMerge, Merge])),
  end_of_word_suffix: z.literal('</w>'),
})
const BertModel = z.object({ vocab: Ids, continuing_subword_prefix: z.literal('##').default('##') })
const AddedToken = z.object({ id: z.int().min(0).max(MOST_TOKENS), content: z.string() })
const TokenizerFile = z.object({
  model: z.looseObject({ vocab: z.unknown() }),
  added_tokens: z.array(AddedToken).default([]),
  normalizer: z.looseObject({ lowercase: z.boolean().optional() }).nullish(),
})

/** Reads a `tokenizer.json`. Throws a `ModelRunError` for one of another kind. */
export function readTokenizerJson(bytes: Uint8Array): Vocabulary {
  const name = 'tokenizer.json'
  const { model, added_tokens, normalizer } = checked(name, parseJson(name, bytes), TokenizerFile)
  const added = Object.fromEntries(added_tokens.map(({ id, content }) => [content, id]))
  if ('merges' in model) {
    const { vocab, merges } = checked(name, model, ClipModel)
    return { kind: 'clip', ids: { ...vocab, ...added }, merges }
  }
  const { vocab } = checked(name, model, BertModel)
  return { kind: 'bert', ids: { ...vocab, ...added }, isLowerCase: normalizer?.lowercase ?? true }
}

/** Reads the pair `vocab.json` and `merges.txt`. Throws a `ModelRunError` for others. */
export function readVocabularyPair(vocab: Uint8Array, merges: Uint8Array): Vocabulary {
  const ids = checked('vocab.json', parseJson('vocab.json', vocab), Ids)
  return { kind: 'clip', ids, merges: mergesIn('merges.txt', linesOf(merges)) }
}

/** Merges that OpenAI's CLIP uses of the many that its file lists: its vocabulary is to have 49,408 tokens. */
const CLIP_MERGES = 49_152 - 256 - 2

/** Reads `bpe_simple_vocab_16e6.txt`, from which the vocabulary follows: the bytes, the bytes at ends of words, the merges, two marks. */
export function readClipMerges(bytes: Uint8Array): Vocabulary {
  const merges = mergesIn('bpe_simple_vocab_16e6.txt', linesOf(bytes).slice(0, 1 + CLIP_MERGES))
  const letters = byteLetters()
  const tokens = [...letters, ...letters.map((letter) => `${letter}</w>`), ...merges.map((pair) => pair.join(''))]
  const marks = ['<|startoftext|>', '<|endoftext|>']
  return { kind: 'clip', ids: Object.fromEntries([...tokens, ...marks].map((token, id) => [token, id])), merges }
}

/** One visible character for every byte, in the order of CLIP's vocabulary: printable ones stand for themselves and come first. */
function byteLetters(): string[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const isPrintable = (byte: number) => (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad)
  const others = bytes.filter((byte) => !isPrintable(byte))
  return [...bytes.filter(isPrintable), ...others.map((_, index) => 256 + index)].map((code) =>
    String.fromCharCode(code),
  )
}

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split('\n')
}

/** The first line tells the version. */
function mergesIn(name: string, lines: readonly string[]): [string, string][] {
  const spelled = lines
    .slice(lines[0]?.includes('#version') ? 1 : 0)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return checked(name, spelled, SpelledMerges)
}

function parseJson(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new ModelRunError(message('tokenizer-file-not-json', { name }))
  }
}

function checked<Value>(name: string, value: unknown, schema: z.ZodType<Value>): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const place = issue?.path.slice(0, 3).join('.') || message('tokenizer-file-itself')
  const words = literal(issue?.message ?? '')
  throw new ModelRunError(message('tokenizer-file-of-other-kind', { name, place, words }))
}
