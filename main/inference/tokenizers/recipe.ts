import type { TokenIds, Vocabulary } from './vocabulary.ts'

/** The marks that the two kinds of tokenizers put around a text, and the token for what they do not know. */
export const MARKS = {
  clip: { begin: '<|startoftext|>', end: '<|endoftext|>', unknown: '<|endoftext|>' },
  bert: { begin: '[CLS]', end: '[SEP]', unknown: '[UNK]' },
} as const

/** CLIP cuts a text into parts of speech with an apostrophe, words, single digits, and runs of other signs. */
const CLIP_PARTS = String.raw`'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+`

/** A vocabulary with the steps of its kind, in the form of `tokenizer.json`. */
export function tokenizerRecipe(vocabulary: Vocabulary): object {
  return vocabulary.kind === 'clip' ? clipRecipe(vocabulary) : bertRecipe(vocabulary)
}

function clipRecipe({ ids, merges }: Extract<Vocabulary, { kind: 'clip' }>): object {
  const { begin, end, unknown } = MARKS.clip
  return {
    ...marksOf(ids, [begin, end]),
    normalizer: { type: 'Sequence', normalizers: [{ type: 'NFC' }, { type: 'Lowercase' }] },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'Split', pattern: { Regex: CLIP_PARTS }, behavior: 'Removed', invert: true },
        { type: 'ByteLevel', add_prefix_space: false, use_regex: false },
      ],
    },
    model: { type: 'BPE', vocab: ids, merges, unk_token: unknown, end_of_word_suffix: '</w>' },
  }
}

function bertRecipe({ ids, isLowerCase }: Extract<Vocabulary, { kind: 'bert' }>): object {
  const { begin, end, unknown } = MARKS.bert
  return {
    ...marksOf(ids, [begin, end, unknown]),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: isLowerCase },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: { type: 'WordPiece', vocab: ids, unk_token: unknown, continuing_subword_prefix: '##' },
  }
}

/** The parts that both have alike. Our own code puts the marks around texts, so that they stay when a text is cut. */
function marksOf(ids: TokenIds, marks: readonly string[]) {
  const added_tokens = marks.map((content) => ({ id: ids[content], content, special: true }))
  return { added_tokens, post_processor: null, decoder: null }
}
