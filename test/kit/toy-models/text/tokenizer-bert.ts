const SIGNS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '.', ',', "'", '-', '(', ')', '/', '+', '?']

/** Returns the ids of a BERT vocabulary with these words and word pieces (`##ing`); special tokens come first. */
export function bertIds(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set([...SIGNS, ...words])].map((token, id) => [token, id]))
}

/** Returns its `tokenizer.json`. */
export function bertFile(ids: ReadonlyMap<string, number>): Uint8Array {
  const model = {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    vocab: Object.fromEntries(ids),
  }
  return new TextEncoder().encode(JSON.stringify({ model, normalizer: { type: 'BertNormalizer', lowercase: true } }))
}
