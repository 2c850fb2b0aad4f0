import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { Tensors } from '../../host/session.ts'
import { type FloatAnswer, readFloats } from '../kit/answers.ts'
import type { Candidates } from '../kit/nms.ts'
import { sigmoid } from '../kit/probability.ts'
import type { GroundingOutputs } from './layout.ts'
import type { Prompt } from './prompts.ts'

interface Reading extends GroundingOutputs, Prompt {
  /** The score that the best token of a box must exceed. */
  readonly boxThreshold: number
  /** The score that a token must exceed to name its class. */
  readonly textThreshold: number
}

/** The logits [1, boxes, tokens] of a prompt. Throws a `ModelRunError` where a token has none. */
export function readLogits(outputs: Tensors, name: string, { tokens: { length } }: Prompt): FloatAnswer {
  const answer = readFloats(outputs, { name, dims: [1, 'boxes', 'tokens'] })
  const [, , width = 0] = answer.dims
  if (width < length) throw new ModelRunError(message('grounding-scores-misfit', { scores: width, tokens: length }))
  return answer
}

/**
 * The boxes that match a class, in units of the frame. The class of a box is the one with the token that fits it best; of classes that fit
 * alike, the one whose tokens fit better on average, then the earlier. Its confidence is the probability of that token.
 */
export function readFindings(outputs: Tensors, asked: Reading): Candidates {
  const least = Math.max(asked.boxThreshold, asked.textThreshold)
  const scores = readLogits(outputs, asked.logits, asked)
  const [, queries = 0, width = 0] = scores.dims
  const corners = readFloats(outputs, { name: asked.boxes, dims: [1, queries, 4] }).values
  const found: { readonly box: readonly number[]; readonly score: number; readonly classIndex: number }[] = []
  for (let query = 0; query < queries; query += 1) {
    const best = bestClass(scores.values.subarray(query * width, (query + 1) * width), asked.spans)
    const score = sigmoid(best.logit)
    if (!(score > least)) continue
    const [x = 0, y = 0, w = 0, h = 0] = corners.subarray(4 * query, 4 * query + 4)
    found.push({ box: [x - w / 2, y - h / 2, x + w / 2, y + h / 2], score, classIndex: best.classIndex })
  }
  return {
    boxes: Float32Array.from(found.flatMap(({ box }) => box)),
    scores: Float32Array.from(found, ({ score }) => score),
    classes: Int32Array.from(found, ({ classIndex }) => classIndex),
  }
}

interface Match {
  readonly classIndex: number
  readonly logit: number
  readonly mean: number
}

function bestClass(logits: Float32Array, spans: Prompt['spans']): Match {
  let best: Match = { classIndex: -1, logit: Number.NEGATIVE_INFINITY, mean: 0 }
  for (const { classIndex, start, end } of spans) {
    const own = logits.subarray(start, end)
    const logit = own.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
    const mean = own.reduce((sum, value) => sum + sigmoid(value), 0) / own.length
    if (logit > best.logit || (logit === best.logit && mean > best.mean)) best = { classIndex, logit, mean }
  }
  return best
}
