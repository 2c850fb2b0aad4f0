import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A model that a request used. */
interface ModelUse {
  readonly id: string
  /** Seconds for loading it, if this request had to load it. */
  readonly coldSeconds?: number
}

const USES = new WeakMap<FastifyRequest, ModelUse[]>()

/** Records a model that a request used, for the response headers. */
export function noteModelUse(request: FastifyRequest, use: ModelUse): void {
  USES.set(request, [...(USES.get(request) ?? []), use])
}

export const EXPOSED_HEADERS = [
  'x-inference-engine',
  'X-Model-Cold-Start',
  'X-Model-Cold-Start-Count',
  'X-Model-Id',
  'X-Model-Load-Time',
  'X-Model-Load-Details',
  'X-Request-ID',
]

/** Longer details are omitted, because some proxies refuse longer headers. */
const MAX_DETAILS = 4096

/** Records a model that had to be loaded, for the headers and the log. */
export function noteColdStart(request: FastifyRequest, use: Required<ModelUse>): void {
  noteModelUse(request, use)
  request.log.info(`${use.id} was loaded in ${use.coldSeconds.toFixed(3)} s`)
}

/** Adds headers with the engine's name, the request id, and the models that were used and loaded. */
export function tellAboutModels(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    const uses = USES.get(request) ?? []
    reply.headers({ 'x-inference-engine': 'tessera', 'X-Request-ID': requestId(request), ...headersOf(uses) })
  })
}

/** Returns the caller's request id, or a new one. */
function requestId({ headers }: FastifyRequest): string {
  const given = headers['x-request-id']
  const isUsable = typeof given === 'string' && /^[\x21-\x7E]{1,200}$/.test(given)
  return isUsable ? given : randomUUID().replaceAll('-', '')
}

function headersOf(uses: readonly ModelUse[]): Record<string, string> {
  const cold = uses.flatMap(({ id, coldSeconds }) => (coldSeconds === undefined ? [] : [{ m: id, t: coldSeconds }]))
  const ids = [...new Set(uses.map(({ id }) => id))].toSorted()
  const details = asciiJson(cold)
  return {
    'X-Model-Cold-Start': String(cold.length > 0),
    'X-Model-Cold-Start-Count': String(cold.length),
    ...(ids.length > 0 && { 'X-Model-Id': ids.map(asAscii).join(',') }),
    ...(cold.length > 0 && { 'X-Model-Load-Time': String(cold.reduce((sum, { t }) => sum + t, 0)) }),
    ...(cold.length > 0 && details.length < MAX_DETAILS && { 'X-Model-Load-Details': details }),
  }
}

/** Model names may contain any character, headers only ASCII. */
function asAscii(id: string): string {
  return /^[\x20-\x7E]*$/.test(id) ? id : encodeURI(id)
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7E]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
