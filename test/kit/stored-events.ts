import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { z } from 'zod'
import { StoredEvent } from '#common/events/stored-event'
import type { Answered } from './api-client.ts'
import type { TestEvents } from './event-store.ts'

/** Creates a valid event, and returns it as stored. */
export async function stored({ http }: TestEvents, body: object): Promise<StoredEvent> {
  const created = await http.post('/v2/events', { json: body })
  expect(created).toMatchObject({ status: 201 })
  const { id } = z.object({ id: z.string() }).parse(created.body)
  return StoredEvent.parse((await http.get(`/v2/events/${id}`)).body)
}

const Misfit = z.looseObject({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() })
const Misfits = z.object({ detail: z.array(Misfit).min(1) })

/** Returns the path of the first invalid value. */
export function misplaced({ status, body }: Answered): string {
  expect(status).toBe(422)
  return Misfits.parse(body).detail[0]?.loc.join('.') ?? ''
}

/** Returns the names of all event files in all subfolders. */
export async function filesOf({ library }: TestEvents): Promise<string[]> {
  const entries = await readdir(join(library, 'events/media'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  // The JSON file beside them identifies the database to which they belong.
  return files.filter((name) => !name.endsWith('.json'))
}

/** Returns a small plain image as base64. */
export async function plainImage(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif'): Promise<string> {
  const canvas = sharp({ create: { width: 24, height: 16, channels: 3, background: '#3a7' } })
  return (await canvas.toFormat(format).toBuffer()).toString('base64')
}

/** Sends a body without declaring its length; returns the status and the text. */
export function postUnannounced(url: string, parts: readonly string[]): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST' }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sending.on('error', reject)
    for (const part of parts) sending.write(part)
    sending.end()
  })
}
