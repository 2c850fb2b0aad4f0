import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import type { FromCore, ToCore } from '#desktop/core/messages'
import { type CoreEvents, type CoreFailure, superviseCore } from '#desktop/core/supervisor'

const TAKEN = message('start-port-in-use', { port: '9000', server: 'management' })

const READY: FromCore = { kind: 'ready', origin: 'http://127.0.0.1:1', token: 't', apiKey: 'k' }

interface Launched extends CoreEvents {
  readonly told: ToCore[]
  isKilled: boolean
}

/** A supervisor over processes that only exist on paper, and a clock that only moves when it is told to. */
function supervised() {
  const launched: Launched[] = []
  const failures: CoreFailure[] = []
  const pauses: number[] = []
  const waiting: (() => void)[] = []
  const world = { now: 0, ready: 0 }
  const supervisor = superviseCore<string>({
    launch(events) {
      const core: Launched = { ...events, told: [], isKilled: false }
      launched.push(core)
      return { post: (message) => void core.told.push(message), kill: () => (core.isKilled = true) }
    },
    onReady: () => (world.ready += 1),
    onFailure: (failure) => void failures.push(failure),
    after(ms, then) {
      pauses.push(ms)
      waiting.push(then)
    },
    now: () => world.now,
  })
  const latest = () => {
    const core = launched.at(-1)
    if (core === undefined) throw new Error('No core was launched')
    return core
  }
  return { supervisor, launched, failures, pauses, world, latest, pass: () => waiting.shift()?.() }
}

test('a core that ends by itself is started again, after a longer pause each time', () => {
  const { supervisor, latest, pauses, world, pass, launched } = supervised()
  supervisor.start()
  latest().message(READY)

  latest().exit(1, '')
  pass()
  latest().exit(1, '')
  pass()
  latest().message(READY)

  expect([launched.length, pauses, world.ready]).toEqual([3, [500, 1000], 2])
  expect(supervisor.core()?.ready).toEqual(READY)
})

test('after three failures the person is told, with the last words of the core', () => {
  const { supervisor, latest, pass, failures, launched } = supervised()
  supervisor.start()
  for (let times = 0; times < 3; times += 1) {
    latest().exit(7, 'out of memory')
    pass()
  }

  expect(failures).toEqual([
    { reason: message('start-crashed', { times: 3, code: 7 }), details: 'out of memory', about: 'crash' },
  ])
  expect([launched.length, supervisor.core()]).toEqual([3, undefined])
})

test('a core that was well for a while has its failures forgotten', () => {
  const { supervisor, latest, pass, failures, world } = supervised()
  supervisor.start()
  for (let times = 0; times < 5; times += 1) {
    latest().message(READY)
    world.now += 60_000
    latest().exit(1, '')
    pass()
  }

  expect(failures).toEqual([])
})

test('a core that refuses to start is not started again before the person says so', () => {
  const { supervisor, latest, pauses, failures, launched } = supervised()
  supervisor.start()

  latest().message({ kind: 'refused', reason: TAKEN, about: 'port' })
  latest().exit(0, '')

  expect([failures, pauses, launched[0]?.isKilled]).toEqual([[{ reason: TAKEN, details: '', about: 'port' }], [], true])
  supervisor.start()
  expect(launched.length).toBe(2)
})

test('what an earlier core still says is no news of the one that runs', () => {
  const { supervisor, latest, launched } = supervised()
  supervisor.start()
  const first = latest()
  first.message({ kind: 'refused', reason: TAKEN, about: 'other' })
  supervisor.start()
  latest().message(READY)

  first.exit(9, '')

  expect([launched.length, supervisor.core()?.ready]).toEqual([2, READY])
})

test('a core is asked to stop, and killed when it takes too long', async () => {
  const { supervisor, latest, pauses, pass, failures } = supervised()
  supervisor.start()
  latest().message(READY)

  const stopped = supervisor.stop(4500)
  pass()
  latest().exit(137, '')
  await stopped

  expect([latest().told, latest().isKilled, pauses, failures]).toEqual([[{ kind: 'stop' }], true, [4500], []])
})

test('no core is started once the program ends', async () => {
  const { supervisor, launched } = supervised()
  await supervisor.stop(4500)

  supervisor.start()

  expect(launched).toEqual([])
})
