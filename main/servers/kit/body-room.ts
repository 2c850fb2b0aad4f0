import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { byteLane } from '#core/byte-lane'

interface RoomOptions {
  /** Most bytes of a body; one that does not tell its length counts as so long. */
  readonly mostBytes: number
  /** Whether the body is used as it arrives, and takes no room. */
  readonly isStreamed?: (request: FastifyRequest) => boolean
  /** Bodies that are read at the same time hold so much together; while one is made into something, it takes several times its length. */
  readonly roomBytes?: number
  /** A body that says that it is shorter need not ask. */
  readonly freeBytes?: number
  /** How long a body of so many bytes may take to arrive; room is not held for one that never comes. */
  readonly patienceMs?: (bytes: number) => number
}

const ROOM_BYTES = 384 * 1024 * 1024
const FREE_BYTES = 4 * 1024 * 1024
/** A megabyte in a second, which every network gives, and some seconds to begin. */
const USUAL_PATIENCE = (bytes: number) => 10_000 + bytes / 1000

/** Large bodies are read as long as there is room for them together; others wait, in the order in which they came. */
export function shareRoomOfBodies(server: FastifyInstance, options: RoomOptions): void {
  const { mostBytes, isStreamed, roomBytes = ROOM_BYTES, freeBytes = FREE_BYTES, patienceMs = USUAL_PATIENCE } = options
  const room = byteLane(roomBytes)
  server.addHook('onRequest', async (request, reply) => {
    const bytes = Math.min(mostBytes, bytesOf(request) ?? mostBytes)
    if (bytes < freeBytes || isStreamed?.(request) === true) return
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort(new Error('The client has left')))
    const release = await room.admit(bytes, gone.signal).catch(() => undefined)
    // Nobody is there to be answered.
    if (release === undefined) return reply.hijack()
    if (gone.signal.aborted) return release()
    reply.raw.once('close', release)
    expectWithin(request.raw, patienceMs(bytes))
    return undefined
  })
}

function expectWithin(body: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => body.destroy(), ms).unref()
  body.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
}

/** The length of a body; undefined where it is not told. */
function bytesOf({ headers }: FastifyRequest): number | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (length !== undefined) return Number(length)
  return encoding === undefined ? 0 : undefined
}
