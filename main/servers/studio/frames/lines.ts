import { onMessagePortClose, onMessagePortMessage, type SupportedMessagePort } from '@orpc/client/message-port'
import type { RawData, WebSocket } from 'ws'
import { DiskFullError, ReadOnlyError } from '#core/ports'
import type { Divert } from '../divert.ts'
import { type AdapterLine, adapterLine } from './border.ts'
import { isHeavyToParse, type LargeFrames, type LineFault, largeWork, lineFault, MOST_FRAME } from './routing.ts'
import type { LogFailure } from './telling.ts'

interface Lanes {
  readonly frames?: LargeFrames | undefined
  readonly divert: Divert
}

/** Where an answer goes: from elsewhere as bytes, or from this thread. */
interface Ways {
  readonly send: (answer: Uint8Array) => void
  readonly here: () => void
  /** Ends the line of a page that sends frames no thread can answer. */
  readonly end: () => void
}

/** Numbers of RFC 6455. */
const CLOSINGS: Readonly<Record<LineFault, number>> = { 'not-json': 1007, 'too-large': 1009 }

/** The line of a page, of which what is too much work for this thread is answered in another. A frame that is none of a page ends it. */
export function wideLine(line: WebSocket, lanes: Lanes, logFailure: LogFailure): AdapterLine {
  const { frames } = lanes
  const end = (fault: LineFault) => line.close(CLOSINGS[fault], fault)
  return adapterLine({
    send: line.send.bind(line),
    addEventListener(type, listener) {
      if (type !== 'message') return void line.on(type, () => listener({ data: '' }))
      line.on('message', (data, isBinary) => {
        const frame = bytesOf(data)
        const fault = lineFault(frame)
        if (fault !== undefined) return end(fault)
        const ways = {
          // A text goes out as bytes: making a string of megabytes takes longer than all that is done here.
          send: (answer: Uint8Array) => line.send(answer, { binary: false }),
          here: () => listener({ data: isBinary ? frame : frame.toString('utf8') }),
          end: () => end('too-large'),
        }
        if (frames === undefined) return ways.here()
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
        void answerFrame(Buffer.from(data), { send, here, end: () => undefined }, { ...lanes, frames, logFailure })
      })
    },
  }
}

interface Answering extends Lanes {
  readonly frames: LargeFrames
  readonly logFailure: LogFailure
}

/**
 * A thread that ended over a sound call leaves it as it was, and it is answered here; a frame that this thread could not parse either, or
 * that would hold it, is not.
 */
async function answerFrame(frame: Buffer, { send, here, end }: Ways, answering: Answering) {
  const { frames, logFailure } = answering
  const doing = largeWorkOf(frame, answering)
  if (doing === undefined) return here()
  // The bytes go over to the thread; these stay for the case that it ends.
  try {
    send(await frames.answer(new Uint8Array(frame), doing))
  } catch (failure) {
    if (failure instanceof ReadOnlyError) return here()
    logFailure('A large call of the studio could not be answered', failure)
    if (failure instanceof DiskFullError) here()
    else if (frame.length > MOST_FRAME) end()
    else if (!isHeavyToParse(frame)) here()
  }
}

/**
 * The large work of a frame; undefined too where it cannot be told: whoever answers the frame then meets the failure, and tells the page.
 */
function largeWorkOf(frame: Buffer, { divert, frames, logFailure }: Answering): ReturnType<typeof largeWork> {
  try {
    return divert() === undefined ? largeWork(frame, frames) : undefined
  } catch (failure) {
    logFailure('The size of an image could not be read', failure)
    return undefined
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
