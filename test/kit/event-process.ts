import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { STATION_FLAGS } from '../../scripts/kit/node.mjs'
import { fromRoot } from '../../scripts/kit/paths.mjs'

/** A real event store in a process of its own. */
export interface EventProcess {
  readonly pid: number
  /** Opens the store and returns its address. Rejects with the output of the process if it ends instead. */
  open(): Promise<string>
  /** Sends SIGKILL and waits until the process is gone. */
  kill(): Promise<void>
}

/**
 * Starts a process that loads the event store. It does not touch the library's folder before `open`, so that it can
 * load while another one still uses the folder. Settings are environment variables.
 */
export function spawnEvents(library: string, settings: Readonly<Record<string, string>> = {}): EventProcess {
  const child = spawn(process.execPath, [...STATION_FLAGS, fromRoot('test/kit/event-process.mjs'), library], {
    env: { ...process.env, ...settings },
  })
  // A process that is killed while loading reads no line.
  child.stdin.on('error', () => undefined)
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const exited = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    async open() {
      child.stdin.write('open\n')
      const ended = once(child, 'close').then(() => {
        throw new Error(`The event store ended at its start: ${said}`)
      })
      const [url] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
      return String(url)
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
