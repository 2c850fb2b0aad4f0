import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { type ReadyEvent, type ReadyImage, readyEvent, readyImage } from '#core/events/ready'
import type { BodyReply } from '#servers/events/bodies/border'
import { EVENT_BOUNDS, jsonValue, readNewEvent, readNewImage } from '#servers/events/bodies/ready'
import { UnfitRequest } from '#servers/events/errors'
import { joinBody } from '#servers/kit/json/gather'
import { readJson } from '#servers/kit/json/read-json'
import { RefusedRequest } from '#servers/kit/refused-request'
import { eventImages } from '#storage/blobs/event-images'
import { openSchemaFolder } from '#storage/events/schema-folder'
import { schemaEngine } from '#storage/events/schemas/engine'

/**
 * The thread that reads large bodies of events, checks them, and makes them ready to be stored: the thread that answers gets texts and the
 * bytes of images, and walks through nothing.
 */

const Started = z.object({ schemaFolder: z.string(), freeSchemas: z.boolean() })
const Body = z.object({ size: z.number(), blocks: z.array(z.instanceof(Uint8Array<ArrayBuffer>)) })
const Asked = z.object({ kind: z.enum(['event', 'image']), body: Body })

const { schemaFolder, freeSchemas } = Started.parse(workerData)
// Files that cannot be used are told of where the folder is opened first.
const schemas = await openSchemaFolder(schemaFolder, { engine: schemaEngine(), warn: () => undefined })
const readers = { settings: { freeSchemas }, schemas, images: eventImages }

parentPort?.on('message', (message: unknown) => void serve(Asked.parse(message)))

async function serve(asked: z.infer<typeof Asked>): Promise<void> {
  try {
    const reply = await answer(asked)
    parentPort?.postMessage({ answer: reply }, buffersIn(reply))
  } catch (failure) {
    parentPort?.postMessage({ failure: failure instanceof Error ? failure.message : String(failure) })
  }
}

async function answer({ kind, body }: z.infer<typeof Asked>): Promise<BodyReply> {
  try {
    const value = jsonValue(readJson(joinBody(body), EVENT_BOUNDS))
    if (kind === 'event') {
      const ready = await readyEvent(readNewEvent(value), readers)
      return ready.ok ? { kind, event: withBytes(ready.value) } : { kind: 'refused', refusal: ready.error }
    }
    const ready = await readyImage(readNewImage(value), readers)
    return ready.ok ? { kind, image: ready.value } : { kind: 'refused', refusal: ready.error }
  } catch (failure) {
    if (failure instanceof UnfitRequest) return { kind: 'unfit', misfits: failure.misfits }
    if (failure instanceof RefusedRequest) return { kind: 'refused', refusal: failure.refusal }
    throw failure
  }
}

/** Texts from this length on go over as bytes: others would be copied letter by letter by whoever hands them on. */
const LONG_TEXT = 64 * 1024

function withBytes(event: ReadyEvent): ReadyEvent {
  const { before } = event
  return typeof before === 'string' && before.length >= LONG_TEXT
    ? { ...event, before: new TextEncoder().encode(before) }
    : event
}

/** The bytes of large images go over without being copied. */
function buffersIn(reply: BodyReply): ArrayBuffer[] {
  const images: readonly ReadyImage[] =
    reply.kind === 'event' ? reply.event.images : reply.kind === 'image' ? [reply.image] : []
  const encoded = images.flatMap(({ images: { image, input } }) => [image?.bytes, input?.bytes])
  const text = reply.kind === 'event' && typeof reply.event.before !== 'string' ? reply.event.before : undefined
  return [...encoded, text].flatMap((bytes) => {
    const isWhole = bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    return isWhole && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
  })
}
