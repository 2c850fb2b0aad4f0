import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'

// Pictures and files share these threads; read when the first of them starts.
process.env['UV_THREADPOOL_SIZE'] ??= String(availableParallelism() + 4)
// The compiled form of every module is kept between starts: it shortens the time to the first answer.
enableCompileCache()
const { runStation } = await import('./station.ts')
await runStation(process.argv.slice(2))
