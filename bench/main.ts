/** `npm run bench -- [NAME…] [--json FILE]`: how fast Tessera is, each figure beside its limit measured in the same run. */
import { availableParallelism } from 'node:os'

// As many threads as the station gives itself, so that the bare loops are not held back; read when the first one starts.
process.env['UV_THREADPOOL_SIZE'] ??= String(availableParallelism() + 4)
// The runtime of models, which some figures load themselves, would send what it measures into the network.
process.env['ORT_DISABLE_TELEMETRY'] = '1'
const { runBench } = await import('./run.ts')
await runBench(process.argv.slice(2))
