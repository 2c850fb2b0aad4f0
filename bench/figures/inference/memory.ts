import { availableParallelism, totalmem } from 'node:os'
import { sentenceOf } from '#common/messages/sentence'
import type { ModelRuntime } from '#core/models/inference/ports'
import { hostSettings } from '#inference/host/settings'
import { modelRuntime } from '#inference/runtime'
import { modelShelf } from '#inference/store/shelf'
import type { Ground } from '../../kit/ground.ts'
import { addDetector, DETECTOR } from '../../kit/models.ts'
import { type Row, timeRow } from '../../table.ts'

const CYCLES = 200
const FIRST = 10
const MEGABYTE = 1e6

/**
 * Measures the memory of the model process after loading and unloading a model 200 times, against that after ten times.
 */
export async function loadingMemory(ground: Ground): Promise<Row[]> {
  const library = await ground.folderFor('loading')
  await addDetector(library)
  const runtime = modelRuntime({
    settings: hostSettings(availableParallelism(), totalmem()),
    logFailure: (message) => console.error(message),
  })
  try {
    const limit = await afterCycles(runtime, library, FIRST)
    const ours = await afterCycles(runtime, library, CYCLES - FIRST)
    const name = `inference: memory after ${CYCLES} loads`
    return [timeRow({ name, unit: 'MB', note: `limit: after ${FIRST}` }, [{ ours, limit }], { target: 0.8 })]
  } finally {
    await runtime.close()
  }
}

/** Returns the resident megabytes while the model is loaded for the last time. */
async function afterCycles(runtime: ModelRuntime, library: string, cycles: number): Promise<number> {
  const model = await modelShelf({ folder: `${library}/models`, warn: console.error }).find(DETECTOR.id)
  if (model === undefined) throw new Error('The detector is not there')
  let resident = 0
  for (let i = 0; i < cycles; i += 1) {
    const loaded = await runtime.load(model)
    if (!loaded.ok) throw new Error(sentenceOf(loaded.error))
    resident = runtime.memoryBytes() / MEGABYTE
    await runtime.unloadAll()
  }
  return resident
}
