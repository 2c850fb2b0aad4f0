const SIGNS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '.', ',', "'", '-', '(', ')', '/', '+', '?']

/** Ids of a vocabulary of BERT's kind with these words and pieces (`##ing`); signs come first. */
export function bertIds(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set([...SIGNS, ...words])].map((token, id) => [token, id]))
}

/** Its `tokenizer.json`. */
export function bertFile(ids: ReadonlyMap<string, number>): Uint8Array {
  const model = {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    vocab: Object.fromEntries(ids),
  }
  return new TextEncoder().encode(JSON.stringify({ model, normalizer: { type: 'BertNormalizer', lowercase: true } }))
}
