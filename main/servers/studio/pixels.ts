import { type FileHandle, open, stat } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { SampleWindow } from '#common/contract/pixels'
import { message } from '#common/messages/message'
import { errorBody } from './error-body.ts'
import type { ServedPixels } from './services.ts'

/** An image's bytes never change under its address. */
export const FOREVER = 'private, max-age=31536000, immutable'

/** Sends pixels that never change; 404 where there are none, or none any more. */
export async function sendPixels(reply: FastifyReply, pixels: ServedPixels | undefined) {
  if (pixels === undefined) return noImage(reply)
  if ('bytes' in pixels) return send(reply, pixels.type, Buffer.from(pixels.bytes))
  // Opened before the answer begins: a file that is gone must not become half an answer.
  const file = await openFile(pixels.path)
  return file === undefined ? noImage(reply) : send(reply, pixels.type, file.createReadStream())
}

/** Sends a stored image of a version, which says itself what it is: versions hold JPEG, PNG and WebP files. */
export async function sendImageFile(reply: FastifyReply, path: string) {
  const file = await openFile(path)
  if (file === undefined) return noImage(reply)
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return send(reply, TYPES.get(buffer.toString('latin1')) ?? 'image/jpeg', file.createReadStream({ start: 0 }))
}

/** Checked before opening: opening a pipe blocks until somebody writes, and a folder opens like a file. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? open(path).catch(() => undefined) : undefined
}

/** By the first four bytes. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['\x89PNG', 'image/png'],
  ['RIFF', 'image/webp'],
])

function send(reply: FastifyReply, type: string, body: Parameters<FastifyReply['send']>[0]) {
  return reply.type(type).header('cache-control', FOREVER).send(body)
}

export function noImage(reply: FastifyReply) {
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .send(errorBody(message('answer-image-unknown')))
}

const MOST_SAMPLE = 65_535
const WindowQuery = z.object({ window: z.string().regex(/^\d{1,5}-\d{1,5}$/) })

/** The samples that an address names as black and white: `?window=400-3200`; undefined when it names none that make sense. */
export function windowOf(query: unknown): SampleWindow | undefined {
  const parsed = WindowQuery.safeParse(query)
  const [from = 0, to = 0] = parsed.success ? parsed.data.window.split('-').map(Number) : []
  return from < to && to <= MOST_SAMPLE + 1 ? { from, to } : undefined
}
