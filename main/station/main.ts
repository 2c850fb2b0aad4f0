import { prepareRuntime } from '#compose/runtime'
import { bundledParts } from '#compose/shells/bundled'
import { keepCompiled } from '#compose/shells/compile-cache'

prepareRuntime()
keepCompiled()
const { runStation } = await import('./station.ts')
await runStation(process.argv.slice(2), bundledParts(import.meta.url))
