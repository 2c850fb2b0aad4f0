import { type Refusal, refuse } from '#common/errors'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { ok, type Result } from '#common/result'
import type { Reconstructor } from '#core/models/inference/ports'
import { jsonBlob } from './json-blob.ts'

interface Options {
  /** The address of the server, with or without the path of the operation. */
  readonly url: string
  /** How long all of it may take: a model of this kind works for minutes. */
  readonly totalMs?: number
  /** Most bytes of an answer. */
  readonly mostBytes?: number
  /** Answers the bytes where they are JSON. Without it only small answers are taken for JSON. */
  readonly ifJson?: (bytes: Buffer) => Promise<Buffer | undefined>
}

const PATH = '/sam3_3d/infer'

/** Another server that rebuilds objects, behind the same operation as ours. It is the operator's own, so any address will do. */
export function remoteReconstructor({
  url,
  totalMs = 600_000,
  mostBytes = 512 * 1024 ** 2,
  ifJson = ifSmallJson,
}: Options): Reconstructor {
  const address = new URL(url)
  if (address.pathname === '/') address.pathname = PATH
  const { host } = address

  async function read(response: Response): Promise<Result<Buffer, Refusal>> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > mostBytes)
        return refuse('reconstruction-answer-too-large', { host, most: Math.round(mostBytes / 1024 ** 2) })
      chunks.push(chunk)
    }
    const answered = Buffer.concat(chunks)
    if (!response.ok) {
      const words = answered.toString('utf8', 0, 1200).slice(0, 300)
      return refuse('reconstruction-answered', { host, status: response.status, words })
    }
    const json = await ifJson(answered)
    return json ? ok(json) : refuse('reconstruction-not-json', { host })
  }

  return {
    async reconstruct(request, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(totalMs)])
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      try {
        const body = await jsonBlob(request)
        return await read(await fetch(address, { method: 'POST', headers, body, signal: limit, redirect: 'error' }))
      } catch (failure) {
        const isLate = failure instanceof Error && failure.name === 'TimeoutError'
        return isLate
          ? refuse('reconstruction-too-slow', { host, seconds: Math.round(totalMs / 1000) })
          : refuse('reconstruction-unreachable', { host })
      }
    },
  }
}

async function ifSmallJson(bytes: Buffer): Promise<Buffer | undefined> {
  return parseBounded(bytes.toString('utf8'), SMALL_FILE) === undefined ? undefined : bytes
}
