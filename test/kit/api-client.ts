import type { FastifyInstance, InjectOptions } from 'fastify'

export interface Asked {
  /** API key for the bearer header; null sends none. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: FormData
  /** Sent unchanged, with the type in `headers`. */
  readonly body?: string | Buffer
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The parsed JSON, or the text if it is not JSON. */
  readonly body: unknown
  readonly bytes: Buffer
}

export interface ApiClient {
  get(path: string, asked?: Asked): Promise<Answered>
  post(path: string, asked?: Asked): Promise<Answered>
  request(method: string, path: string, asked?: Asked): Promise<Answered>
}

/** Sends requests to a server without a port. Accepts links from answers too. */
export function apiClient(server: FastifyInstance, ownKey: string): ApiClient {
  async function request(method: string, path: string, asked: Asked = {}): Promise<Answered> {
    const { payload, headers } = await toPayload(asked)
    const key = asked.key === undefined ? ownKey : asked.key
    const bearer = key === null ? {} : { authorization: `Bearer ${key}` }
    const url = path.replace(/^http:\/\/[^/]+/, '')
    const options: InjectOptions = { url, headers: { ...headers, ...bearer, ...asked.headers } }
    Object.assign(options, { method }, payload !== undefined && { payload })
    const response = await server.inject(options)
    const { statusCode: status, rawPayload: bytes } = response
    return { status, headers: response.headers, body: parse(response.payload), bytes }
  }
  return {
    request,
    get: (path, asked) => request('GET', path, asked),
    post: (path, asked) => request('POST', path, asked),
  }
}

async function toPayload({ json, form, body }: Asked): Promise<{ payload?: string | Buffer; headers: object }> {
  if (form) {
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': type } }
  }
  if (json !== undefined) return { payload: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
  return { ...(body !== undefined && { payload: body }), headers: {} }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
