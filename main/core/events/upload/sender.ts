import { message } from '#common/messages/message'
import { failureMessage } from '../../system-failure.ts'
import type { StoreClock } from '../../time/store-clock.ts'
import type { EventStore, Outgoing } from '../ports.ts'
import { type DeliveryDependencies, eventDelivery } from './delivery.ts'
import { pacing, type UploadPace } from './pace.ts'
import type { SendFailure } from './ports.ts'

export interface SenderDependencies extends DeliveryDependencies {
  readonly store: EventStore
  readonly clock: StoreClock
  /** A number in [0, 1). */
  readonly chance: () => number
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly pace: UploadPace
  /** Called after every event that the receiver has. */
  readonly onSent: () => void
  /** Told when the sender as a whole begins to wait, with the reason, and when it goes on again (undefined). */
  readonly tell: (trouble: SendFailure | undefined) => void
}

/** Events that are read at a time: enough to keep the lanes busy, few enough to be held in memory. */
const READ_AT_ONCE = 16
/** Events that are looked at in one go at the start; creations come in between. */
const FILLED_AT_ONCE = 500

/**
 * Sends final events to the cloud, those first that have waited longest. What is on its way when the program ends is sent again at the next
 * start, under the same name.
 */
export function eventSender(dependencies: SenderDependencies) {
  const { store, clock, sleep, onSent } = dependencies
  const deliver = eventDelivery(dependencies)
  const pace = pacing(dependencies.pace, dependencies.chance)
  const stopping = new AbortController()
  const underWay = new Map<number, Promise<void>>()
  const bell = newBell()
  const told = reportOnce(dependencies.tell)
  const nowMs = () => clock.now() / 1000
  const queue = dueQueue(dependencies, underWay)

  async function settle(outgoing: Outgoing): Promise<void> {
    const { key, attempts } = outgoing
    const sent = await deliver(outgoing, stopping.signal)
    if (sent.ok) {
      await store.writer.markSent(key, clock.now())
      pace.sent()
      onSent()
    } else if (!stopping.signal.aborted) {
      const waitMs = pace.failed(sent.error, attempts, nowMs())
      await store.writer.postpone(key, clock.now() + Math.round(waitMs * 1000), sent.error.reason)
    }
  }

  function launch(outgoing: Outgoing): void {
    const settled = settle(outgoing)
      .catch(failHere)
      .finally(() => {
        underWay.delete(outgoing.key)
        told(pace.trouble())
        bell.ring()
      })
    underWay.set(outgoing.key, settled)
  }

  /** The store itself fails: its disk is full, or its thread has died. Nothing is lost by sending later. */
  function failHere(failure: unknown): void {
    const reason = message('event-store-failed', {}, failureMessage(failure))
    pace.failed({ kind: 'unreachable', reason }, 0, nowMs())
    told(pace.trouble())
  }

  /** One look at what can be done now; ends when it is worth another. */
  async function turn(): Promise<void> {
    const heard = bell.next()
    const restMs = pace.restMs(nowMs())
    if (restMs > 0) {
      // After a pause what has come meanwhile gets its turn.
      queue.forget()
      return sleep(restMs, stopping.signal)
    }
    const free = pace.lanes() - underWay.size
    const due = free > 0 ? await queue.take(free) : []
    for (const outgoing of due) launch(outgoing)
    if (due.length > 0) return
    await (free > 0 ? nap(heard) : heard)
  }

  /** Waits for news; what failed before comes due without any, and drafts that are made final by their age come without a word. */
  async function nap(heard: Promise<void>): Promise<void> {
    const over = new AbortController()
    await Promise.race([heard, sleep(dependencies.pace.lookMs, over.signal)])
    over.abort()
  }

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await turn().catch(async (failure: unknown) => {
        failHere(failure)
        await sleep(dependencies.pace.firstMs, stopping.signal)
      })
    }
    await Promise.all(underWay.values())
  }

  /** Events that were stored while nothing was sent come into the outbox. */
  async function fill(): Promise<void> {
    let after: number | undefined = 0
    while (after !== undefined && !stopping.signal.aborted) {
      after = await store.writer.fillOutbox(after, FILLED_AT_ONCE)
      bell.ring()
    }
  }

  const running = Promise.all([fill().catch(failHere), drain()])

  return {
    /** There may be something new to send. */
    wake: () => bell.ring(),
    /** Why nothing, or only one event at a time, is sent now. */
    trouble: () => pace.trouble()?.reason,
    /** Ends at once; what is on its way is broken off. */
    async stop(): Promise<void> {
      stopping.abort()
      bell.ring()
      await running
    },
  }
}

/** Events that are due and not on their way, read a few at a time. */
function dueQueue({ store, clock }: SenderDependencies, underWay: ReadonlyMap<number, unknown>) {
  let waiting: Outgoing[] = []
  return {
    /** At most `count` of them. */
    async take(count: number): Promise<Outgoing[]> {
      if (waiting.length === 0 && store.totals().unsent > underWay.size) {
        // Events whose sending ends while the answer comes were read before it ended.
        const busy = new Set(underWay.keys())
        const due = await store.reader.dueToSend(clock.now(), READ_AT_ONCE + busy.size)
        waiting = due.filter(({ key }) => !busy.has(key))
      }
      return waiting.splice(0, count)
    },
    /** The next ones are read again. */
    forget(): void {
      waiting = []
    },
  }
}

function newBell() {
  let next = Promise.withResolvers<void>()
  return {
    next: () => next.promise,
    ring() {
      next.resolve()
      next = Promise.withResolvers()
    },
  }
}

/** Passes on that trouble begins, becomes another kind of trouble, or ends. */
function reportOnce(tell: SenderDependencies['tell']): (trouble: SendFailure | undefined) => void {
  let kind: SendFailure['kind'] | undefined
  return (trouble) => {
    if (trouble?.kind === kind) return
    kind = trouble?.kind
    tell(trouble)
  }
}
