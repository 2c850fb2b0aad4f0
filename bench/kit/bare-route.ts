import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Starts a bare Fastify server in a process of its own: `POST /v2/events` accepts events and stores none. With the path
 * of a database, `POST /rows` returns what `{ sql, params }` selects there, one JSON text per row.
 */
export async function startBareRoute(database?: string): Promise<{ readonly url: string; end(): Promise<void> }> {
  const program = [fileURLToPath(new URL('./bare-process.ts', import.meta.url))]
  const child = spawn(process.execPath, [...program, ...(database === undefined ? [] : [database])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [url] = await once(createInterface(child.stdout), 'line')
  return {
    url: String(url),
    async end() {
      child.kill()
      await ended
    },
  }
}
