import { enableCompileCache } from 'node:module'
import { prepareRuntime } from '#compose/runtime'
import { bundledParts } from '#compose/shells/bundled'

prepareRuntime()
// The compiled form of every module is kept between starts: it shortens the time to the first answer.
enableCompileCache()
const { runStation } = await import('./station.ts')
await runStation(process.argv.slice(2), bundledParts(import.meta.url))
