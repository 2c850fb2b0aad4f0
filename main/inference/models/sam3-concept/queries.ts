import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { Tensors } from '../../host/session.ts'
import { readFloats } from '../kit/answers.ts'
import { sigmoid } from '../kit/probability.ts'
import type { FoundObject } from './layout.ts'

/**
 * The objects of a detector with a fixed number of queries: the score of each is how sure it is of the query times how sure it is that the
 * image has anything of the kind.
 */
export function readQueries(outputs: Tensors): readonly FoundObject[] {
  const [queries = 0, height = 0, width = 0] = outputs['pred_masks']?.dims.slice(-3) ?? []
  const { values: masks } = readFloats(outputs, { name: 'pred_masks', dims: [1, queries, height, width] })
  const logits = scoresIn(outputs, 'pred_logits')
  const presence = 'presence_logits' in outputs ? sigmoid(scoresIn(outputs, 'presence_logits')[0] ?? Number.NaN) : 1
  if (logits.length !== queries)
    throw new ModelRunError(message('sam3-scores-misfit', { scores: logits.length, masks: queries }))
  const area = width * height
  return Array.from(logits, (logit, query) => ({
    score: sigmoid(logit) * presence,
    grid: { width, height, values: masks.subarray(query * area, (query + 1) * area) },
  }))
}

/** Some exports have a further axis of length 1. */
function scoresIn(outputs: Tensors, name: string): Float32Array {
  return readFloats(outputs, { name, dims: outputs[name]?.dims ?? [] }).values
}
