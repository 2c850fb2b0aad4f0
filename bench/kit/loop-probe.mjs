/**
 * Loaded into a station before its program: measures the longest delay of its main event loop, and reports it in
 * nanoseconds to every connection to the port in the file `TESSERA_LOOP_PROBE`; then it starts again.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env['TESSERA_LOOP_PROBE']

if (file && isMainThread && process.argv[1]?.endsWith('main.mjs')) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const server = createServer((socket) => {
    socket.end(String(delays.count === 0 ? 0 : delays.max))
    delays.reset()
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address !== 'string') writeFileSync(file, String(address.port))
  })
  server.unref()
}
