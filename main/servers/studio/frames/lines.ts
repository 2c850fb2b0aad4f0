import { onMessagePortClose, onMessagePortMessage, type SupportedMessagePort } from '@orpc/client/message-port'
import type { RawData, WebSocket } from 'ws'
import { ReadOnlyError } from '#core/ports'
import type { Divert } from '../divert.ts'
import { type AdapterLine, adapterLine } from './border.ts'
import { type LargeFrames, largeWork } from './routing.ts'
import type { LogFailure } from './telling.ts'

interface Lanes {
  readonly frames?: LargeFrames | undefined
  readonly divert: Divert
}

/** Where an answer goes: from elsewhere as bytes, or from this thread. */
interface Ways {
  readonly send: (answer: Uint8Array) => void
  readonly here: () => void
}

/** The line of a page, of which what is too much work for this thread is answered elsewhere. */
export function wideLine(line: WebSocket, lanes: Lanes, logFailure: LogFailure): AdapterLine {
  const { frames } = lanes
  if (frames === undefined) return line
  return adapterLine({
    send: line.send.bind(line),
    addEventListener(type, listener) {
      if (type !== 'message') return void line.on(type, () => listener({ data: '' }))
      line.on('message', (data, isBinary) => {
        const frame = bytesOf(data)
        const ways = {
          // A text goes out as bytes: making a string of megabytes takes longer than all that is done here.
          send: (answer: Uint8Array) => line.send(answer, { binary: false }),
          here: () => listener({ data: isBinary ? frame : frame.toString('utf8') }),
        }
        void answerFrame(frame, ways, { ...lanes, frames, logFailure })
      })
    },
  })
}

/** The same for a page of the desktop window. */
export function widePort(port: SupportedMessagePort, lanes: Lanes, logFailure: LogFailure): SupportedMessagePort {
  const { frames } = lanes
  if (frames === undefined) return port
  return {
    postMessage: (message: unknown) => port.postMessage(message),
    on(type: string, listener: (event?: { readonly data: unknown }) => void) {
      if (type !== 'message') return onMessagePortClose(port, () => listener())
      onMessagePortMessage(port, (data: unknown) => {
        const here = () => listener({ data })
        if (typeof data !== 'string') return here()
        const send = (answer: Uint8Array) => port.postMessage(Buffer.from(answer).toString('utf8'))
        void answerFrame(Buffer.from(data), { send, here }, { ...lanes, frames, logFailure })
      })
    },
  }
}

interface Answering extends Lanes {
  readonly frames: LargeFrames
  readonly logFailure: LogFailure
}

/** A thread that ended over a call leaves it as it was, and it is answered here. */
async function answerFrame(frame: Buffer, { send, here }: Ways, { frames, divert, logFailure }: Answering) {
  const doing = divert() === undefined ? largeWork(frame, frames) : undefined
  if (doing === undefined) return here()
  // The bytes go over to the thread; these stay for the case that it ends.
  try {
    send(await frames.answer(new Uint8Array(frame), doing))
  } catch (failure) {
    if (!(failure instanceof ReadOnlyError)) logFailure('A large call of the studio could not be answered', failure)
    here()
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
