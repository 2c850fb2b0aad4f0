import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type BoundedProcesses, boundedProcesses } from '#tasks/bounded/processes'

const ENTRY = new URL('../../../kit/bounded-work.ts', import.meta.url)
const IDLE_MS = 60_000
const never = new AbortController().signal
const opened: BoundedProcesses[] = []

function processes(options: { readonly silenceMs?: number; readonly mostAtOnce?: number } = {}): BoundedProcesses {
  const { silenceMs = 60_000, mostAtOnce = 1 } = options
  const limits = { memoryMiB: 64, silenceMs, graceMs: 0, idleMs: IDLE_MS }
  const made = boundedProcesses({ entry: ENTRY, limits, mostAtOnce })
  opened.push(made)
  return made
}

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

describe('bounded processes', () => {
  test('work runs in another process, which the next work finds warm and empty', async () => {
    const pool = processes()
    const first = await pool.lease(never)
    const pid = await first.ask('pid')
    await first.ask('count')
    first.release()

    const second = await pool.lease(never)

    expect(pid).not.toBe(process.pid)
    expect(await second.ask('pid')).toBe(pid)
    expect(await second.ask('count')).toBe(1)
  })

  test('work that comes as the idle time of a process ends gets another process', async () => {
    const pool = processes()
    const first = await pool.lease(never)
    const pid = await first.ask('pid')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    first.release()

    vi.advanceTimersByTime(IDLE_MS)
    const second = await pool.lease(never)

    expect(await second.ask('pid')).not.toBe(pid)
  })

  test('a process that was ended just as its work was done is not given to anybody', async () => {
    const giveUp = new AbortController()
    const pool = processes()
    const first = await pool.lease(giveUp.signal)
    const pid = await first.ask('pid')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    giveUp.abort(new Error('Nobody waits'))

    vi.advanceTimersByTime(0)
    first.release()
    const second = await pool.lease(never)

    expect(await second.ask('pid')).not.toBe(pid)
  })

  test('one that needs more memory than it may have ends alone, and says what it worked on', async () => {
    const pool = processes()
    const lease = await pool.lease(never)

    await expect(lease.ask('fill')).rejects.toMatchObject({ reason: 'memory', at: 'large.json' })
    lease.release()

    const next = await pool.lease(never)
    expect(await next.ask('count')).toBe(1)
  })

  test('one that gets no further is ended', async () => {
    const lease = await processes({ silenceMs: 3000 }).lease(never)
    // The process is there before its silence is measured.
    await lease.ask('count')

    await expect(lease.ask('hang')).rejects.toMatchObject({ reason: 'time', at: 'endless.xml' })
  })

  test('who gives up ends the process in the middle of its work', async () => {
    const giveUp = new AbortController()
    const lease = await processes().lease(giveUp.signal)
    const asked = lease.ask('hang')

    giveUp.abort(new Error('Nobody waits'))

    await expect(asked).rejects.toThrow('Nobody waits')
  })

  test('a failure of the work keeps its name and leaves the process as it is', async () => {
    const lease = await processes().lease(never)

    await expect(lease.ask('fail')).rejects.toMatchObject({ name: 'RangeError', message: 'It is too long' })
    expect(await lease.ask('count')).toBe(1)
  })

  test('whoever comes when all are taken waits until one is given back, or gives up', async () => {
    const pool = processes()
    const first = await pool.lease(never)
    const giveUp = new AbortController()
    const given = pool.lease(giveUp.signal)
    const second = pool.lease(never)
    await turn()

    giveUp.abort(new Error('Nobody waits'))
    first.release()

    await expect(given).rejects.toThrow('Nobody waits')
    expect(await (await second).ask('count')).toBe(1)
  })
})
