import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A bare Fastify server with a route that takes events and keeps none, in a process of its own. */
export async function startBareRoute(): Promise<{ readonly url: string; end(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-process.ts', import.meta.url))], {
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
