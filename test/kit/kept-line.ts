import { connect } from 'node:net'

/** An answer over a keep-alive connection. */
export interface Heard {
  readonly status: number
  readonly body: string
}

/** A keep-alive connection to an HTTP server, for one request at a time, whose own cost is small. */
export interface KeptLine {
  /** Sends a request made by `writeRequest`. Undefined if the connection closes before the answer is complete. */
  ask(request: Buffer): Promise<Heard | undefined>
  close(): void
}

/** Returns a complete request with or without a JSON body. */
export function writeRequest(method: string, path: string, body?: string): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n`
  if (body === undefined) return Buffer.from(`${head}\r\n`)
  const described = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${head}${described}\r\n${body}`)
}

export async function keptLine(url: string): Promise<KeptLine> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let parts: Buffer[] = []
  let settle: (heard: Heard | undefined) => void = () => undefined
  let isCut = false
  socket.on('data', (chunk) => {
    parts.push(chunk)
    const heard = readAnswer(parts)
    if (heard === undefined) return
    parts = []
    settle(heard)
  })
  socket.on('close', () => {
    isCut = true
    settle(undefined)
  })
  // `close` follows.
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve())
    socket.once('close', () => resolve())
  })
  return {
    ask(request) {
      return new Promise((resolve) => {
        settle = resolve
        if (isCut) resolve(undefined)
        else socket.write(request)
      })
    },
    close: () => void socket.destroy(),
  }
}

/** Returns the answer once it is complete. */
function readAnswer(parts: readonly Buffer[]): Heard | undefined {
  const [first] = parts
  const bytes = parts.length === 1 && first ? first : Buffer.concat(parts)
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  if (bytes.length < end + 4 + length) return undefined
  return { status: Number(head.slice(9, 12)), body: bytes.toString('utf8', end + 4, end + 4 + length) }
}
