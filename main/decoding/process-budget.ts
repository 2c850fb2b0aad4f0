import { totalmem } from 'node:os'
import { isMainThread, MessageChannel, MessagePort, type Worker, workerData } from 'node:worker_threads'
import { type DecodeBudget, decodeBudget } from './budget.ts'

const MIB = 1024 ** 2

/** Limit for images being decoded in a process; at most an eighth of the machine's memory. */
const LARGE_LANE_BYTES = 1024 * MIB
const SMALL_LANE_BYTES = 512 * MIB
/** Images of up to about 20 megapixels when decoded. */
const SMALL_BYTES = 64 * MIB
/** A thread decodes one image at a time, and this much needs no admission. */
const FREE_BYTES = 32 * MIB

let own: DecodeBudget | undefined

/**
 * Returns the budget of this process. Threads that borrow it ask the thread that owns it; any other thread has its own.
 */
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

/** Messages between the two ends of a borrowed budget: a request for room, room granted, and room released. */
type LentMessage = { readonly kind: 'ask' | 'room' | 'done'; readonly id: number; readonly bytes: number }

/** Returns options for a thread that decodes within the budget of this one. Its room is released when it ends. */
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
    // Canceled at the moment in which room was found.
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

/** The borrowing end, in a thread. */
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
      // Keeps the thread alive while it waits for room.
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
