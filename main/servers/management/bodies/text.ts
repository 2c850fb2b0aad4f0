import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ArrivingUpload } from './arriving.ts'
import { decodeBase64 } from './base64.ts'

/** Most bytes of a form that holds words only; what is longer, or tells no length, is base64 text. */
const MAX_WORDS = 64 * 1024

/** No base64 text begins like this: there, a `=` can only stand at the end. */
const NAMES_ADDRESS = /^\s*(?:\w+=[^&]*&)*image=[^&]/

/** A body of text: base64 as it arrives, or a form of words that names where the image lies. */
export async function openText({ raw, headers }: FastifyRequest): Promise<ArrivingUpload> {
  // The stream outlives its reader: the rest of a refused text is still read to its end.
  const source: AsyncIterable<Uint8Array> = raw.iterator({ destroyOnReturn: false })
  const bytes = Number(headers['content-length'] ?? Number.NaN)
  const start = bytes <= MAX_WORDS ? await readAll(source) : undefined
  if (start?.length === 0) return { fields: new Map(), file: undefined }
  if (start !== undefined && NAMES_ADDRESS.test(start.toString('latin1'))) {
    return { fields: readWords(start.toString('utf8')), file: undefined }
  }
  return { fields: new Map(), file: { bytes: decodeBase64(start === undefined ? source : once(start)), name: '' } }
}

async function readAll(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks = []
  for await (const chunk of source) chunks.push(z.instanceof(Uint8Array).parse(chunk))
  return Buffer.concat(chunks)
}

function readWords(text: string): Map<string, string[]> {
  const words = [...new URLSearchParams(text)]
  const byName = Map.groupBy(words, ([name]) => name)
  return new Map([...byName].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
