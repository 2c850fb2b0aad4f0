import type { Tensor } from '../host/session.ts'
import type { TextTokenizer } from './tokenizer.ts'

interface Encoding {
  /** Tokens of every text, its marks among them; what is longer is cut, and its end mark stays. */
  readonly length: number
  /** The token behind the end mark up to `length`. */
  readonly pad: number
}

/** Texts as rows of equal length, one behind the other. */
export interface EncodedTexts {
  readonly dims: readonly [texts: number, length: number]
  readonly ids: Int32Array
  /** 1 for a token of the text or a mark, 0 for padding. */
  readonly mask: Int32Array
}

/** Texts of any kind and length as rows of tokens, each between its marks. */
export function encodeTexts(
  texts: readonly string[],
  tokenizer: TextTokenizer,
  { length, pad }: Encoding,
): EncodedTexts {
  const ids = new Int32Array(texts.length * length).fill(pad)
  const mask = new Int32Array(ids.length)
  for (const [row, text] of texts.entries()) {
    const tokens = [tokenizer.begin, ...tokenizer.tokensOf(text, Math.max(0, length - 2)), tokenizer.end]
    ids.set(tokens, row * length)
    mask.fill(1, row * length, row * length + tokens.length)
  }
  return { dims: [texts.length, length], ids, mask }
}

/** Whole numbers as a tensor of the type that a network declares for them. */
export function wholeTensor(values: Int32Array, dims: readonly number[], type: string): Tensor {
  switch (type) {
    case 'int32':
      return { type, dims, data: values }
    case 'bool':
      return { type, dims, data: Uint8Array.from(values) }
    case 'float32':
      return { type, dims, data: Float32Array.from(values) }
    default:
      return { type: 'int64', dims, data: BigInt64Array.from(values, BigInt) }
  }
}
