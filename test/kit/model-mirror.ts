import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { CatalogueEntry } from '#common/inference/catalogue'

/** Replaces the normal answer for a file. */
export type Mischief = (request: IncomingMessage, response: ServerResponse, file: MirroredFile) => void

export interface MirroredFile {
  readonly bytes: Uint8Array
  readonly etag: string
}

export interface ModelMirror {
  /** `http://127.0.0.1:port/` */
  readonly url: string
  /** Requests in order: the path, and the range if there was one. */
  readonly asked: string[]
  /** Each of the following requests gets the next of these; later ones are answered normally. */
  mischief: Mischief[]
  readonly files: Map<string, MirroredFile>
}

/** Starts a local host of models that supports ranges and fails on command. */
export async function modelMirror(files: Readonly<Record<string, Uint8Array>>): Promise<ModelMirror> {
  const mirror: Omit<ModelMirror, 'url'> = { asked: [], mischief: [], files: new Map() }
  for (const [path, bytes] of Object.entries(files)) mirror.files.set(`/${path}`, { bytes, etag: etagOf(bytes) })
  const server = createServer((request, response) => {
    const { range } = request.headers
    mirror.asked.push(range === undefined ? (request.url ?? '') : `${request.url} ${range}`)
    const file = mirror.files.get(request.url ?? '')
    if (file === undefined) return void response.writeHead(404).end('nothing here')
    const act = mirror.mischief.shift() ?? sendWell
    act(request, response, file)
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return Object.assign(mirror, { url: `http://127.0.0.1:${port}/` })
}

export const sendWell: Mischief = ({ headers }, response, { bytes, etag }) => {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? Number.NaN)
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  if (Number.isNaN(from) || !isSame) {
    return void response.writeHead(200, { 'content-length': bytes.length, etag }).end(bytes)
  }
  const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
  response.writeHead(206, { 'content-range': range, 'content-length': bytes.length - from, etag })
  response.end(bytes.subarray(from))
}

/** Time for bytes to be read before the connection is closed, because unread ones are lost with it. */
const CUT_MS = 100

/** Sends `count` bytes of the file or of the requested range, then closes the connection. */
export function cutAfter(count: number): Mischief {
  return ({ headers }, response, { bytes, etag }) => {
    const from = Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0)
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
    const head = { 'content-length': bytes.length - from, etag }
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? { ...head, 'content-range': range } : head)
    response.write(bytes.subarray(from, from + count), () => setTimeout(() => response.destroy(), CUT_MS))
  }
}

export function etagOf(bytes: Uint8Array): string {
  return `"${sha256Of(bytes).slice(0, 16)}"`
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns a catalogue entry for a detector in one file. */
export function entryFor(bytes: Uint8Array, more: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return CatalogueEntry.parse({
    id: 'toys/1',
    name: 'Toy detector',
    description: 'Finds colours.',
    task: 'object-detection',
    family: 'yolo',
    base: 'https://models.invalid/',
    files: [{ path: 'm.onnx', url: 'toys/m.onnx', bytes: bytes.length, sha256: sha256Of(bytes) }],
    licence: { name: 'MIT', url: 'https://models.invalid/licence', mustBeAccepted: false },
    page: 'https://models.invalid/toys',
    isDefault: false,
    ...more,
  })
}
