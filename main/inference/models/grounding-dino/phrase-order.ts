import type { Tensors } from '../../host/session.ts'
import type { FloatAnswer } from '../kit/answers.ts'
import { readLogits } from './findings.ts'
import type { GroundingLayout } from './layout.ts'
import { type Prompt, type Span, toPrompt } from './prompts.ts'

type Run = (prompt: Prompt) => Promise<Tensors>

/** Whether the network has to be asked for one class after the other; `prompt` and `run` are what it may be tried on. */
export type OneByOne = (prompt: Prompt, run: Run) => Promise<boolean>

/** How far logits may be apart on average and still be the same but for rounding; half precision stays within a tenth of it. */
const ROUNDING = 0.1
/** Stands for an infinite logit. */
const CERTAIN = 1000

/**
 * Most exports for transformers score every phrase of a text, some only the first, and their tensors look alike. Whoever scores all of
 * them gives each the same wherever it stands, so the first text of several classes is asked backwards too, once while the model is loaded.
 */
export function oneByOne(layout: GroundingLayout, logits: string): OneByOne {
  if (layout !== 'transformers') return async () => layout === 'first-phrase'
  let verdict: boolean | undefined
  return async (prompt, run) => {
    if (prompt.spans.length < 2) return false
    verdict ??= await isOrderFelt(prompt, { run, logits })
    return verdict
  }
}

interface Trial {
  readonly run: Run
  /** Name of the output. */
  readonly logits: string
}

async function isOrderFelt(prompt: Prompt, { run, logits }: Trial): Promise<boolean> {
  const backwards = reversed(prompt)
  const forth = readLogits(await run(prompt), logits, prompt)
  const back = readLogits(await run(backwards), logits, backwards)
  let [apart, count] = [0, 0]
  for (const span of prompt.spans) {
    const match = backwards.spans.find(({ classIndex }) => classIndex === span.classIndex)
    for (let place = 0; match !== undefined && place < span.end - span.start; place += 1) {
      const one = scoresOf(forth, span.start + place)
      const other = scoresOf(back, match.start + place)
      apart += one.reduce((sum, score, box) => sum + Math.abs(score - (other[box] ?? 0)), 0)
      count += one.length
    }
  }
  return apart / count > ROUNDING
}

/** The logits of a token for all boxes, sorted: rounding may bring boxes into another order. */
function scoresOf({ values, dims }: FloatAnswer, token: number): Float32Array {
  const [, boxes = 0, tokens = 0] = dims
  const scores = Float32Array.from({ length: boxes }, (_, box) => values[box * tokens + token] ?? 0)
  return scores.map((score) => Math.max(-CERTAIN, Math.min(CERTAIN, score))).sort()
}

function reversed({ tokens, spans }: Prompt): Prompt {
  const words = spans.map(({ classIndex, start, end }: Span) => ({ classIndex, tokens: tokens.slice(start, end) }))
  const [begin = 0] = tokens
  const separator = tokens[spans[0]?.end ?? 0] ?? 0
  return toPrompt(words.toReversed(), { begin, separator, end: tokens.at(-1) ?? 0 })
}
