import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readRange } from './byte-range.ts'
import type { ErrorBody } from './http-server.ts'

export interface SentFile {
  readonly path: string
  readonly type: string
  /** The name to save it under. */
  readonly fileName: string
  readonly as: 'attachment' | 'inline'
  /** Tag that distinguishes its bytes from all others, where one is known. */
  readonly tag?: string
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Sends a file whole, or the one range that was asked for, always with its length and a strong tag: whoever was cut off goes on with
 * `Range` and `If-Range`. A range behind the end is 416, a file that is known already 304, one that is gone 404.
 */
export async function sendFile({ request, reply }: Exchange, file: SentFile, errorBody: ErrorBody = inError) {
  const found = await lookAt(file.path)
  if (found === undefined) return reply.code(404).send(errorBody(`The stored file of ${file.fileName} is missing`))
  const { size, mtime } = found
  const tag = tagOf(file, found)
  reply.headers({ 'accept-ranges': 'bytes', etag: tag, 'last-modified': mtime.toUTCString() })
  if (isKnown(request, tag)) return reply.code(304).send()
  const range = readRange(isFresh(request, tag) ? request.headers.range : undefined, size)
  if (range.kind === 'beyond') {
    reply.code(416).header('content-range', `bytes */${size}`)
    return reply.send(errorBody(`${file.fileName} has ${size} bytes, so there is nothing at ${request.headers.range}`))
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 }
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply
    .type(headerType(file.type))
    .headers({ 'content-length': end - start + 1, 'content-disposition': dispositionOf(file) })
  const isEmpty = request.method === 'HEAD' || size === 0
  return reply.send(isEmpty ? Readable.from([]) : createReadStream(file.path, { start, end }))
}

/** Answers undefined too for anything but a file: a pipe would be read for ever. */
async function lookAt(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found : undefined
}

function tagOf({ tag }: SentFile, { size, mtimeMs }: Stats): string {
  return `"${tag ?? `${size.toString(16)}-${Math.round(mtimeMs).toString(16)}`}"`
}

function inError(error: string): { error: string } {
  return { error }
}

/** A range counts only while the file is the one it was begun with. Moments are too coarse to tell, so only tags are taken. */
function isFresh({ headers }: FastifyRequest, tag: string): boolean {
  const expected = headers['if-range']
  return expected === undefined || expected === tag
}

function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return known.includes(tag) || known.includes('*')
}

/** A stored type may be damaged, and what it holds must not get into a header. */
function headerType(type: string): string {
  return /^[\x20-\x7e]+$/.test(type) ? type : 'application/octet-stream'
}

function dispositionOf({ fileName, as }: SentFile): string {
  const ascii = fileName.replace(/[^\x20-\x7E]|["\\]/g, '-')
  return `${as}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
