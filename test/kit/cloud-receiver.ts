import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

/** Content that the receiver keeps under one idempotency key. */
export interface Received {
  /** Id given to the file or event. */
  readonly sourceId: string
  /** The file's bytes, or the event's JSON. */
  readonly bytes: Buffer
  /** Number of complete deliveries of the key. Only the first one is stored. */
  readonly came: number
  /** Whether all deliveries of the key were identical. */
  readonly isSame: boolean
}

/** An event as it was received. */
export type ReceivedEvent = z.infer<typeof EventBody>

interface Asked {
  readonly path: string
  readonly key: string
  readonly authorization: string | undefined
  readonly contentType: string
}

/**
 * Replaces the normal handling of a request. `take` stores the content and resolves with the JSON of the usual
 * response.
 */
export type Mischief = (
  request: IncomingMessage,
  response: ServerResponse,
  take: () => Promise<object>,
) => void | Promise<void>

/** A receiver of vision events on a local port that fails on command. */
export interface CloudReceiverHost {
  /** `http://127.0.0.1:port/base` */
  readonly url: string
  readonly asked: readonly Asked[]
  readonly files: ReadonlyMap<string, Received>
  readonly events: ReadonlyMap<string, Received>
  /** Each of the following requests gets the next of these. */
  mischief: Mischief[]
  /** Called for each request when `mischief` is empty; undefined accepts it. */
  mood: () => Mischief | undefined
  /** Returns the event with this id. */
  event(id: string): ReceivedEvent
  /** Refuses connections until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Resolves when the condition is true after a request. */
  until(isSo: () => boolean): Promise<void>
  close(): Promise<void>
}

const EventBody = z.looseObject({
  eventId: z.string(),
  images: z.array(z.looseObject({ sourceId: z.string().optional(), inputSourceId: z.string().optional() })),
})

/** Starts a receiver, which the end of the test closes. */
export async function cloudReceiverHost(): Promise<CloudReceiverHost> {
  const shelf = newShelf()
  const watchers = new Set<() => void>()
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => void answer(request, response).finally(tellWatchers))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    shelf.asked.push(toAsked(request))
    const act = host.mischief.shift() ?? host.mood() ?? takeWell
    // A sender that disconnects during its request leaves nothing here.
    await Promise.resolve(act(request, response, () => shelf.take(request))).catch(() => undefined)
  }

  function tellWatchers(): void {
    for (const look of watchers) look()
  }

  const listen = (port: number) => new Promise<void>((done) => void server.listen(port, '127.0.0.1', done))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0

  async function goAway(): Promise<void> {
    const closed = new Promise<void>((done) => void server.close(() => done()))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  const host: CloudReceiverHost = {
    url: `http://127.0.0.1:${port}/base`,
    asked: shelf.asked,
    files: shelf.files,
    events: shelf.events,
    mischief: [],
    mood: () => undefined,
    event: (id) => EventBody.parse(JSON.parse(String(shelf.events.get(id)?.bytes))),
    goAway,
    comeBack: () => listen(port),
    until(isSo) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => {
        if (!isSo()) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
      return promise
    },
    close: () => (server.listening ? goAway() : Promise.resolve()),
  }
  onTestFinished(() => host.close())
  return host
}

function toAsked({ url = '', headers }: IncomingMessage): Asked {
  const { authorization, 'content-type': contentType = '', 'idempotency-key': key } = headers
  return { path: url, key: String(key), authorization, contentType }
}

/** Keeps complete deliveries, once per key. */
function newShelf() {
  const files = new Map<string, Received>()
  const events = new Map<string, Received>()
  const asked: Asked[] = []

  function keep(shelf: Map<string, Received>, key: string, bytes: Buffer): Received {
    const known = shelf.get(key) ?? { sourceId: `source-${key}`, bytes, came: 0, isSame: true }
    const kept = { ...known, came: known.came + 1, isSame: known.isSame && known.bytes.equals(bytes) }
    shelf.set(key, kept)
    return kept
  }

  return {
    files,
    events,
    asked,
    async take(request: IncomingMessage): Promise<object> {
      const { path, key, contentType } = toAsked(request)
      const body = await bytesOf(request)
      if (path === '/base/vision-events') {
        const { eventId } = EventBody.parse(JSON.parse(String(body)))
        keep(events, key, body)
        return { eventId }
      }
      if (path !== '/base/vision-events/upload') throw new Error(`Nothing is at ${path}`)
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
      const file = z.instanceof(File).parse(form.get('file'))
      const { sourceId } = keep(files, key, Buffer.from(await file.arrayBuffer()))
      return { sourceId, url: `http://127.0.0.1/files/${sourceId}` }
    },
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(z.instanceof(Uint8Array).parse(chunk))
  return Buffer.concat(chunks)
}

const takeWell: Mischief = async (_request, response, take) => sendJson(response, 201, await take())

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Answers with a status and a sentence, and stores nothing. */
export function refuses(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  sentence = 'Not now',
): Mischief {
  return async (request, response) => {
    await bytesOf(request)
    sendJson(response, status, { error: sentence }, headers)
  }
}

/** Answers with this text and status 200, and stores nothing. */
export function answers(text: string): Mischief {
  return async (request, response) => {
    await bytesOf(request)
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }
}

/** Never answers. */
export const hangs: Mischief = () => undefined

/** Closes the connection when the first bytes of the body have arrived. */
export const cutsTheRequest: Mischief = (request) => {
  request.once('data', () => request.destroy())
}

/** Stores the content, and closes the connection before it answers. */
export const losesTheAnswer: Mischief = async (request, _response, take) => {
  await take()
  request.socket.destroy()
}

/** Stores the content, and closes the connection in the middle of its answer. */
export const cutsTheAnswer: Mischief = async (request, response, take) => {
  const text = JSON.stringify(await take())
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': text.length })
  response.write(text.slice(0, 5), () => request.socket.destroy())
}

/** Sends an endless answer as fast as it is read. */
export const answersWithoutEnd: Mischief = async (request, response) => {
  await bytesOf(request)
  response.writeHead(200, { 'content-type': 'application/json' })
  Readable.from(spaces()).pipe(response)
}

function* spaces() {
  for (;;) yield ' '.repeat(16 * 1024)
}

/** Sends a byte now and then without end, so that the connection is never idle. */
export const dripsItsAnswer: Mischief = async (request, response) => {
  await bytesOf(request)
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
}

/** Answers before it has read the request, and reads no more of it. */
export const refusesAtOnce: Mischief = (_request, response) => {
  sendJson(response, 413, { error: 'Too large' }, { connection: 'close' })
}
