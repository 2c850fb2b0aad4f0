/** A CLIP vocabulary in which each of some words is a single token. */
export interface ToyVocabulary {
  readonly ids: ReadonlyMap<string, number>
  readonly merges: readonly (readonly [string, string])[]
}

/**
 * Returns the tokens in CLIP's order: every byte, every byte at the end of a word, the results of merges, and the two
 * markers.
 */
export function clipVocabulary(words: readonly string[]): ToyVocabulary {
  const merges: (readonly [string, string])[] = []
  for (const word of words) {
    let [first, ...rest] = mergedParts(word, merges)
    for (const part of rest) {
      merges.push([first ?? '', part])
      first += part
    }
  }
  const letters = byteLetters()
  const tokens = [...letters, ...letters.map((letter) => `${letter}</w>`), ...merges.map((pair) => pair.join(''))]
  const all = [...tokens, '<|startoftext|>', '<|endoftext|>']
  return { ids: new Map(all.map((token, id) => [token, id])), merges }
}

function mergedParts(word: string, merges: readonly (readonly [string, string])[]): string[] {
  let parts = [...Array.from(word.slice(0, -1)), `${word.at(-1)}</w>`]
  for (const [left, right] of merges) {
    const at = parts.findIndex((part, place) => part === left && parts[place + 1] === right)
    if (at >= 0) parts = [...parts.slice(0, at), left + right, ...parts.slice(at + 2)]
  }
  return parts
}

/** Printable bytes represent themselves and come first; the others use the characters from 256 on. */
function byteLetters(): string[] {
  const ranges = [
    [0x21, 0x7e],
    [0xa1, 0xac],
    [0xae, 0xff],
    [0x100, 0x100 + 67],
  ] as const
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, step) => String.fromCharCode(from + step)),
  )
}

/** Returns such a vocabulary in the file formats that come with models. */
export function clipFiles({ ids, merges }: ToyVocabulary) {
  const lines = merges.map((pair) => pair.join(' '))
  const model = { vocab: Object.fromEntries(ids), merges: lines, end_of_word_suffix: '</w>' }
  const text = (value: string) => new TextEncoder().encode(value)
  return {
    tokenizer: text(JSON.stringify({ model, normalizer: null })),
    vocab: text(JSON.stringify(Object.fromEntries(ids))),
    merges: text(`#version: 0.2\n${lines.join('\n')}\n`),
    bpe: text(`"bpe_simple_vocab_16e6.txt#version: 0.2\n${lines.join('\n')}\n`),
  }
}
