import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** A display for windows. */
export interface Display {
  /** Value of `DISPLAY`; undefined where the system needs none. */
  readonly name: string | undefined
  close(): Promise<void>
}

/** Opens this machine's display, or a virtual one (Xvfb) if there is none. */
export async function openDisplay(): Promise<Display> {
  const given = process.env['DISPLAY']
  if (process.platform !== 'linux' || given) return { name: given, close: async () => undefined }
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const exited = once(server, 'exit')
  const failed = Promise.race([once(server, 'error'), exited]).then(([reason]) => {
    throw new Error(`Xvfb does not run (${String(reason)}); on Debian it is in the package xvfb`)
  })
  // Xvfb chooses a free number and writes it when it is ready.
  const [number] = await Promise.race([once(readable(server.stdio[3]), 'data'), failed])
  failed.catch(() => undefined)
  return {
    name: `:${String(number).trim()}`,
    async close() {
      server.kill()
      await exited
    },
  }
}

function readable(stream: unknown): Readable {
  if (stream instanceof Object && 'on' in stream && 'readable' in stream) return Object(stream)
  throw new Error('Xvfb has no pipe to write its number to')
}
