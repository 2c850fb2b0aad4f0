/**
 * The event store in a process of its own: its database, its files and its HTTP server, without the rest of Tessera. It loads, waits for
 * a first line, opens the library that its argument names, and says its address. It ends with the one who started it.
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
