import { implement } from '@orpc/server'
import { modelsContract } from '#common/contract/models'
import type { StudioServices } from '../services.ts'

const os = implement(modelsContract)

export function modelProcedures({ inference, installedModels }: StudioServices) {
  return os.router({
    list: os.list.handler(async () => {
      const loaded = new Map(inference.loaded().map((each) => [each.id, each]))
      return (await installedModels()).map(({ manifest }) => {
        const now = loaded.get(manifest.id)
        return { manifest, loaded: now ? { memoryBytes: now.memoryBytes, provider: now.provider } : null }
      })
    }),
  })
}
