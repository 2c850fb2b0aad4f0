import type { CallContext } from '../../host/family.ts'
import type { Session } from '../../host/session.ts'
import { encodeTexts, wholeTensor } from '../../tokenizers/encode.ts'
import type { TextTokenizer } from '../../tokenizers/tokenizer.ts'
import { lengthOf } from '../kit/network-shape.ts'
import { inputsFor } from '../kit/precision.ts'
import type { ConceptLayout, Phrase } from './layout.ts'
import { typeOf } from './tensors.ts'

/** Tokens of a phrase of SAM 3. */
const LENGTH = 32
/** Phrases whose features are kept; 32 kB each. The least lately asked ones leave. */
const MOST_PHRASES = 256

interface Reading {
  readonly session: Session
  readonly tokenizer: TextTokenizer
  readonly padding: ConceptLayout['padding']
}

/** Reads phrases; one that came lately is not read again. */
export function phraseReader(reading: Reading) {
  const read = new Map<string, Promise<Phrase>>()
  return (phrase: string, context: CallContext): Promise<Phrase> => {
    const known = read.get(phrase) ?? context.timed('run', () => readPhrase(reading, phrase))
    read.delete(phrase)
    read.set(phrase, known)
    // One that failed is tried again when it is asked for again.
    known.catch(() => read.delete(phrase))
    const [oldest] = read.keys()
    if (read.size > MOST_PHRASES && oldest !== undefined) read.delete(oldest)
    return known
  }
}

async function readPhrase({ session, tokenizer, padding }: Reading, phrase: string): Promise<Phrase> {
  const name = session.inputs.some((input) => input.name === 'tokens') ? 'tokens' : 'input_ids'
  const length = lengthOf(session.inputs.find((input) => input.name === name)?.dims[1]) ?? LENGTH
  const pad = padding === 'end' ? tokenizer.end : 0
  const { dims, ids, mask } = encodeTexts([phrase], tokenizer, { length, pad })
  const inputs = {
    [name]: wholeTensor(ids, dims, typeOf(session, name)),
    attention_mask: wholeTensor(Int32Array.from(mask), dims, typeOf(session, 'attention_mask')),
  }
  return { outputs: await session.run(inputsFor(session, inputs)), tokens: { dims, mask } }
}
