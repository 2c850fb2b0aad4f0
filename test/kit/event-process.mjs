/**
 * The event store in a process of its own: its database, files and HTTP server, without the rest of Tessera. It loads,
 * waits for a first line, opens the library in its argument, and prints its address. It ends with its parent.
 */
import { once } from 'node:events'
import { prepareRuntime } from '#compose/runtime'
import { keepCompiled } from '#compose/shells/compile-cache'

prepareRuntime()
keepCompiled()
const { serveEvents } = await import('./event-server.ts')
await once(process.stdin, 'data')
process.stdin.once('end', () => process.exit())
process.stdout.write(`${await serveEvents(process.argv[2] ?? '')}\n`)
