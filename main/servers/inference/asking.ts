import type { FastifyReply, FastifyRequest } from 'fastify'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import type { ChosenModel, ModelWish } from '#core/models/inference/choice'
import type { InputOf, OperationName, OutputOf } from '#core/models/inference/operations'
import type { Answer } from '#core/models/inference/ports'
import type { InferenceService } from '#core/models/inference/service'
import { answer, RefusedRequest } from '../kit/refused-request.ts'
import { UnfitRequest } from './errors.ts'
import { noteColdStart, noteModelUse } from './headers.ts'

/** A request, its reply, and the models that it may use. */
export interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly inference: InferenceService
}

interface Call<Name extends OperationName> {
  readonly chosen: ChosenModel
  readonly operation: Name
  readonly input: InputOf<Name>
}

/** Chooses the model of a request. It is named in the response headers, even when the request fails later. */
export async function chooseFor({ request, inference }: Asking, wish: ModelWish): Promise<ChosenModel> {
  const chosen = answer(await inference.choose(wish))
  noteModelUse(request, { id: chosen.model.manifest.id })
  return chosen
}

/** Runs the chosen model for a request until its caller disconnects. */
export async function runFor<Name extends OperationName>(
  { request, reply, inference }: Asking,
  call: Call<Name>,
  signal: AbortSignal = callerSignal(reply),
): Promise<Answer<OutputOf<Name>>> {
  const [path = ''] = request.url.split('?')
  const outcome = await inference.run({ ...call, path }, signal)
  const { id } = call.chosen.model.manifest
  if (outcome.ok) {
    const { coldSeconds } = outcome.value
    if (coldSeconds !== undefined) noteColdStart(request, { id, coldSeconds })
    return outcome.value
  }
  const message = sentenceOf(outcome.error)
  request.log.info(`${id} refused: ${message}`)
  // A pickle is only detected while decoding, but it is an invalid value of the request.
  if (reasonOf(outcome.error) === 'picture-unreadable' && hasPickle(call.input))
    throw new UnfitRequest([{ loc: ['body', 'image', 'value'], msg: message, type: 'value_error' }])
  throw new RefusedRequest(outcome.error)
}

/** Returns a signal that aborts when the caller disconnects before the answer was sent. */
export function callerSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort()
  })
  return gone.signal
}

function hasPickle(input: object): boolean {
  const images = 'images' in input && Array.isArray(input.images) ? input.images : []
  const single = 'image' in input ? [input.image] : []
  return [...images, ...single].some((image) => image?.kind === 'pickled')
}

/** Returns the field that names the model, for answers of another model than the usual one. */
export function otherModel({ model, isOther }: ChosenModel): { readonly model_id?: string } {
  return isOther ? { model_id: model.manifest.id } : {}
}
