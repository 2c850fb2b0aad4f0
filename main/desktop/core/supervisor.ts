import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { FromCore, RefusedStart, ToCore } from './messages.ts'

/** News that a core gives of itself. */
export type CoreNews = Extract<FromCore, { kind: 'ready' | 'refused' }>

export type ReadyCore = Extract<FromCore, { kind: 'ready' }>

/** A started core process. `Port` is one end of a channel, which only Electron can make. */
export interface CoreProcess<Port> {
  post(message: ToCore, port?: Port): void
  kill(): void
}

export interface CoreEvents {
  message(message: CoreNews): void
  /** Once, also when the process could not be started at all. `lastWords` is the end of what it wrote. */
  exit(code: number, lastWords: string): void
}

/** Why there is no core and none will be started until a person says so. */
export interface CoreFailure {
  readonly reason: Message
  readonly details: string
  /** `crash`: the core exited repeatedly. */
  readonly about: RefusedStart | 'crash'
}

export interface Dependencies<Port> {
  readonly launch: (events: CoreEvents) => CoreProcess<Port>
  /** Told each time there is a core: at first, and after each fresh start. */
  readonly onReady: () => void
  readonly onFailure: (failure: CoreFailure) => void
  /** Calls back after a while. */
  readonly after: (ms: number, then: () => void) => void
  readonly now: () => number
}

export interface Supervisor<Port> {
  /** The core of the moment. */
  core(): { readonly ready: ReadyCore; readonly process: CoreProcess<Port> } | undefined
  start(): void
  /** Asks the core to end and resolves when it has; one that takes longer than `limitMs` is killed. */
  stop(limitMs: number): Promise<void>
}

const MAX_FAILURES = 3
const FIRST_PAUSE_MS = 500
/** A core that lasted this long was well; what happens then is counted afresh. */
const WELL_MS = 60_000

type State<Port> =
  | { readonly at: 'off' }
  | { readonly at: 'starting'; readonly process: CoreProcess<Port> }
  | { readonly at: 'ready'; readonly process: CoreProcess<Port>; readonly ready: ReadyCore; readonly since: number }

/** Keeps one core running: starts it again, with growing pauses, when it ends by itself, and gives up after three failures. */
export function superviseCore<Port>(dependencies: Dependencies<Port>): Supervisor<Port> {
  const { launch, onReady, onFailure, after, now } = dependencies
  let state: State<Port> = { at: 'off' }
  let failures = 0
  let isStopping = false
  let onceEnded: () => void = () => undefined
  let leave: () => void = () => undefined

  function start() {
    if (state.at !== 'off' || isStopping) return
    // Late messages of an earlier process must not be taken for news of this one.
    let isCurrent = true
    const whileCurrent = (then: () => void) => isCurrent && then()
    const process = launch({
      message: (news) => whileCurrent(() => hear(news)),
      exit: (code, lastWords) => whileCurrent(() => ended(code, lastWords)),
    })
    state = { at: 'starting', process }
    leave = () => {
      isCurrent = false
      state = { at: 'off' }
    }
  }

  function hear(news: CoreNews) {
    if (state.at === 'off') return
    const { process } = state
    if (news.kind === 'ready') {
      state = { at: 'ready', process, ready: news, since: now() }
      return onReady()
    }
    leave()
    process.kill()
    giveUp({ reason: news.reason, details: '', about: news.about })
  }

  function ended(code: number, lastWords: string) {
    if (state.at === 'ready' && now() - state.since >= WELL_MS) failures = 0
    leave()
    if (isStopping) return onceEnded()
    failures += 1
    if (failures < MAX_FAILURES) return after(FIRST_PAUSE_MS * 2 ** (failures - 1), start)
    giveUp({
      reason: message('start-crashed', { times: MAX_FAILURES, code }),
      details: lastWords,
      about: 'crash',
    })
  }

  function giveUp(failure: CoreFailure) {
    failures = 0
    if (!isStopping) onFailure(failure)
  }

  async function stop(limitMs: number) {
    isStopping = true
    if (state.at === 'off') return
    const { process } = state
    const over = new Promise<void>((resolve) => {
      onceEnded = resolve
    })
    process.post({ kind: 'stop' })
    after(limitMs, () => process.kill())
    await over
  }

  return { core: () => (state.at === 'ready' ? state : undefined), start, stop }
}
