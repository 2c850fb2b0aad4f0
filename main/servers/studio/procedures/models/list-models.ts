import type { ModelView } from '#common/contract/models/models'
import type { ModelFigures } from '#core/models/inference/figures'
import type { StudioServices } from '../../services.ts'

type Services = Pick<StudioServices, 'inference' | 'modelStore' | 'builtInModels'>

/** The models of this machine: those of the library in the order of their ids, then those that come with the program. */
export async function listModels({ inference, modelStore, builtInModels }: Services): Promise<ModelView[]> {
  const loaded = new Map(inference.loaded().map((each) => [each.id, each]))
  const figures = new Map(inference.figures().map((each) => [each.id, each]))
  const own = await modelStore.installed()
  const ids = new Set(own.map(({ manifest }) => manifest.id))
  const rows = [
    ...own.map(({ manifest, bytes, origin }) => ({ manifest, bytes, origin })),
    // One of the library with the same id stands before it.
    ...builtInModels
      .filter(({ manifest }) => !ids.has(manifest.id))
      .map(({ manifest }) => ({ manifest, bytes: 0, origin: 'built-in' as const })),
  ]
  return rows.map((row) => {
    const now = loaded.get(row.manifest.id)
    return {
      ...row,
      loaded: now ? { memoryBytes: now.memoryBytes, provider: now.provider } : null,
      answered: answeredBy(figures.get(row.manifest.id)),
    }
  })
}

/** The time of its work alone, without waiting for it to load or for others. */
function answeredBy(figures: ModelFigures | undefined): ModelView['answered'] {
  const count = figures === undefined ? 0 : figures.requests - figures.errors
  if (figures === undefined || count === 0) return null
  let seconds = 0
  for (const [stage, { sum }] of figures.stages) if (stage !== 'total') seconds += sum
  return { count, averageSeconds: seconds / count }
}
