import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

/** Content that the receiver keeps under one idempotency key. */
export interface Received {
  /** Identifier given to the file or the event. */
  readonly sourceId: string
  /** The file's bytes, or the event's JSON. */
  readonly bytes: Buffer
  /** How often the key came whole. Only the first time stores anything. */
  readonly came: number
  /** Whether all that came under the key was the same. */
  readonly isSame: boolean
}

/** An event as it came. */
export type ReceivedEvent = z.infer<typeof EventBody>

interface Asked {
  readonly path: string
  readonly key: string
  readonly authorization: string | undefined
  readonly contentType: string
}

/** A fault in place of accepting a request. `take` stores the content and resolves with the JSON of the usual response. */
export type Mischief = (
  request: IncomingMessage,
  response: ServerResponse,
  take: () => Promise<object>,
) => void | Promise<void>

/** A receiver of vision events on a port of this machine that fails as it is told. */
export interface CloudReceiverHost {
  /** `http://127.0.0.1:port/base` */
  readonly url: string
  readonly asked: readonly Asked[]
  readonly files: ReadonlyMap<string, Received>
  readonly events: ReadonlyMap<string, Received>
  /** Of the requests to come, each is met by the next of these. */
  mischief: Mischief[]
  /** Asked for each request when `mischief` is empty; undefined takes it well. */
  mood: () => Mischief | undefined
  /** The event as it came under this id. */
  event(id: string): ReceivedEvent
  /** Refuses connections until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Resolves when this is true after some request. */
  until(isSo: () => boolean): Promise<void>
  close(): Promise<void>
}

const EventBody = z.looseObject({
  eventId: z.string(),
  images: z.array(z.looseObject({ sourceId: z.string().optional(), inputSourceId: z.string().optional() })),
})

/** Starts one; the end of the test closes it. */
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
    // A sender that goes away in the middle of its request leaves nothing here.
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
    ...{ asked: shelf.asked, files: shelf.files, events: shelf.events },
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

/** Keeps what comes whole, once for each key. */
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

/** Answers a status with a sentence, without taking anything. */
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

/** Answers this text with status 200, without taking anything. */
export function answers(text: string): Mischief {
  return async (request, response) => {
    await bytesOf(request)
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }
}

/** Says no word. */
export const hangs: Mischief = () => undefined

/** Cuts the line when the first bytes of the body have come. */
export const cutsTheRequest: Mischief = (request) => {
  request.once('data', () => request.destroy())
}

/** Takes what came, and cuts the line before it answers. */
export const losesTheAnswer: Mischief = async (request, _response, take) => {
  await take()
  request.socket.destroy()
}

/** Takes what came, and cuts the line in the middle of its answer. */
export const cutsTheAnswer: Mischief = async (request, response, take) => {
  const text = JSON.stringify(await take())
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': text.length })
  response.write(text.slice(0, 5), () => request.socket.destroy())
}

/** Answers without an end, as fast as it is read. */
export const answersWithoutEnd: Mischief = async (request, response) => {
  await bytesOf(request)
  response.writeHead(200, { 'content-type': 'application/json' })
  Readable.from(spaces()).pipe(response)
}

function* spaces() {
  for (;;) yield ' '.repeat(16 * 1024)
}

/** Answers a byte now and then, so that the line is never silent, and never ends. */
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
