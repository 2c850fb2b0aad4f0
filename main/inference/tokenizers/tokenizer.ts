import { gunzipSync } from 'node:zlib'
import { Tokenizer } from '@huggingface/tokenizers'
import { message } from '#common/messages/message'
import { ModelRunError } from '../host/errors.ts'
import type { OpenedModel } from '../host/family.ts'
import { MARKS, tokenizerRecipe } from './recipe.ts'
import { readClipMerges, readTokenizerJson, readVocabularyPair, type Vocabulary } from './vocabulary.ts'

/** Cuts texts into the tokens of a model. */
export interface TextTokenizer {
  /** The first `most` tokens of a text, without marks around them. Takes any text, of any length. */
  tokensOf(text: string, most: number): number[]
  /** The token of a sign or word as the vocabulary spells it. */
  idOf(token: string): number | undefined
  /** The mark before a text. */
  readonly begin: number
  /** The mark behind a text. */
  readonly end: number
}

/** Files of real models have up to 4 MB. */
const MOST_BYTES = 32 * 1024 * 1024
/** A token stands for fewer characters than this, but for rare runs of one sign. */
const CHARACTERS_PER_TOKEN = 128

/**
 * Opens the tokenizer of a model from the first it has of: a `tokenizer.json` (role `tokenizer`), a `vocab.json` with a `merges.txt`
 * (roles `vocab` and `merges`), the list of merges of OpenAI's CLIP, packed or not (role `bpe`). Rejects with a `ModelRunError`.
 */
export async function openTokenizer(model: Pick<OpenedModel, 'manifest' | 'read'>): Promise<TextTokenizer> {
  return toTokenizer(await readVocabulary(model))
}

async function readVocabulary({ manifest: { files }, read }: Pick<OpenedModel, 'manifest' | 'read'>) {
  const bytesOf = async (role: string) => {
    if ((files[role]?.bytes ?? 0) > MOST_BYTES) throw tooLarge(role)
    const bytes = await read(role)
    if (bytes.length > MOST_BYTES) throw tooLarge(role)
    return bytes
  }
  if ('tokenizer' in files) return readTokenizerJson(await bytesOf('tokenizer'))
  if ('vocab' in files && 'merges' in files) return readVocabularyPair(await bytesOf('vocab'), await bytesOf('merges'))
  if ('bpe' in files) return readClipMerges(unpacked(await bytesOf('bpe')))
  throw new ModelRunError(message('tokenizer-files-missing'))
}

function tooLarge(role: string): ModelRunError {
  return new ModelRunError(message('tokenizer-file-too-large', { role, most: MOST_BYTES / 1024 / 1024 }))
}

function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
  } catch {
    throw new ModelRunError(message('tokenizer-merges-not-unpacked', { most: MOST_BYTES / 1024 / 1024 }))
  }
}

function toTokenizer(vocabulary: Vocabulary): TextTokenizer {
  const marks = MARKS[vocabulary.kind]
  const markOf = (token: string) => {
    const id = vocabulary.ids[token]
    if (id === undefined) throw new ModelRunError(message('tokenizer-without-token', { token }))
    return id
  }
  markOf(marks.unknown)
  const [begin, end] = [markOf(marks.begin), markOf(marks.end)]
  const tokenizer = new Tokenizer(tokenizerRecipe(vocabulary), {})
  return {
    begin,
    end,
    idOf: (token) => (Object.hasOwn(vocabulary.ids, token) ? vocabulary.ids[token] : undefined),
    tokensOf(text, most) {
      // A byte order mark is no space to the makers of vocabularies, so this is not `\s`.
      const start = text.replaceAll(/\p{White_Space}+/gu, ' ').slice(0, most * CHARACTERS_PER_TOKEN)
      // The cut may part a pair of surrogates, and a request may bring half of one.
      return tokenizer.encode(start.toWellFormed(), { add_special_tokens: false }).ids.slice(0, most)
    },
  }
}
