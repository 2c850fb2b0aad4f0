/**
 * `npm run bench -- [NAME…] [--json FILE]`: measures how fast Tessera is, each figure against its limit in the same
 * run.
 */
import { availableParallelism } from 'node:os'

// As many threads as the station uses, so that the bare loops are not slower. Read when the first thread starts.
process.env['UV_THREADPOOL_SIZE'] ??= String(availableParallelism() + 4)
// ONNX Runtime, which some figures load themselves, would otherwise send telemetry.
process.env['ORT_DISABLE_TELEMETRY'] = '1'
const { runBench } = await import('./run.ts')
await runBench(process.argv.slice(2))
