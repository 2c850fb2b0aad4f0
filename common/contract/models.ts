import { z } from 'zod'
import { ModelManifest, PROVIDERS } from '../inference/manifest.ts'
import { procedure } from './kit.ts'

const Loaded = z.object({
  /** By which the memory grew when it was loaded. */
  memoryBytes: z.number(),
  provider: z.enum(PROVIDERS),
})

/** A model of this machine's library. */
export const ModelView = z.object({ manifest: ModelManifest, loaded: Loaded.nullable() })
export type ModelView = z.infer<typeof ModelView>

export const modelsContract = {
  /** The installed models, in the order of their ids. */
  list: procedure.output(z.array(ModelView).readonly()),
}
