import { totalmem } from 'node:os'
import { isMainThread, MessageChannel, MessagePort, type Worker, workerData } from 'node:worker_threads'
import { type DecodeBudget, decodeBudget } from './budget.ts'

const MIB = 1024 ** 2

/** Memory for images that are being decoded in a process: an eighth of the machine's memory, at most this. */
const LARGE_LANE_BYTES = 1024 * MIB
const SMALL_LANE_BYTES = 512 * MIB
/** Decoded photographs of 20 megapixels and less. */
const SMALL_BYTES = 64 * MIB
/** A thread decodes one image at a time; so much of it needs no asking. */
const FREE_BYTES = 32 * MIB

let own: DecodeBudget | undefined

/** The budget of this process. Threads that were lent it ask the thread that owns it; any other thread has one of its own. */
export function processBudget(): DecodeBudget {
  own ??= lentBudget() ?? decodeBudget(defaultLimits(totalmem()))
  return own
}

function defaultLimits(memoryBytes: number) {
  const share = Math.floor(memoryBytes / 8)
  return {
    largeLaneBytes: Math.min(LARGE_LANE_BYTES, share),
    smallLaneBytes: Math.min(SMALL_LANE_BYTES, share),
    smallBytes: SMALL_BYTES,
  }
}

/** Messages between the two ends of a lent budget: a request for a place in the queue, free room, and room that is no longer needed. */
type LentMessage = { readonly kind: 'ask' | 'room' | 'done'; readonly id: number; readonly bytes: number }

/** Options for a thread that shall decode within the budget of this one. What it holds is given back when it ends. */
export function withBudget(
  budget: DecodeBudget = processBudget(),
): Pick<NonNullable<ConstructorParameters<typeof Worker>[1]>, 'workerData' | 'transferList'> {
  const { port1: here, port2: there } = new MessageChannel()
  const asked = new Map<number, AbortController>()
  const released = new Map<number, () => void>()

  async function admit({ id, bytes }: LentMessage): Promise<void> {
    const asking = new AbortController()
    asked.set(id, asking)
    const release = await budget.admit(bytes, asking.signal).catch(() => undefined)
    asked.delete(id)
    if (release === undefined) return
    // Given up in the moment in which room was found.
    if (asking.signal.aborted) return release()
    released.set(id, release)
    here.postMessage({ kind: 'room', id, bytes } satisfies LentMessage)
  }

  function end(id: number): void {
    asked.get(id)?.abort()
    released.get(id)?.()
    released.delete(id)
  }

  here.on('message', (message: LentMessage) => (message.kind === 'ask' ? void admit(message) : end(message.id)))
  here.once('close', () => {
    for (const id of [...asked.keys(), ...released.keys()]) end(id)
  })
  here.unref()
  return { workerData: { decodeBudget: there }, transferList: [there] }
}

function lentBudget(): DecodeBudget | undefined {
  const given: unknown = isMainThread ? undefined : workerData
  const isLent = typeof given === 'object' && given !== null && 'decodeBudget' in given
  return isLent && given.decodeBudget instanceof MessagePort ? askingBudget(given.decodeBudget) : undefined
}

/** The end of a thread that borrows. */
function askingBudget(port: MessagePort): DecodeBudget {
  const waiting = new Map<number, () => void>()
  let [ids, held, peak] = [0, 0, 0]
  port.on('message', ({ id }: LentMessage) => waiting.get(id)?.())
  port.unref()

  return {
    held: () => held,
    peak: () => peak,
    async admit(bytes, signal) {
      signal?.throwIfAborted()
      if (bytes <= FREE_BYTES) return () => undefined
      ids += 1
      const id = ids
      const tell = (kind: LentMessage['kind']) => port.postMessage({ kind, id, bytes } satisfies LentMessage)
      tell('ask')
      // A thread does not end while it waits for room.
      port.ref()
      await new Promise<void>((resolve, reject) => {
        waiting.set(id, resolve)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
        .catch((failure: unknown) => {
          tell('done')
          throw failure
        })
        .finally(() => {
          waiting.delete(id)
          if (waiting.size === 0) port.unref()
        })
      held += bytes
      peak = Math.max(peak, held)
      return () => {
        held -= bytes
        tell('done')
      }
    },
  }
}
