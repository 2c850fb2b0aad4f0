import { setImmediate as breathe } from 'node:timers/promises'
import { healthService } from '#core/dataset/health/service'
import { fetchService } from '#core/dataset/images/fetch-service'
import { importService } from '#core/dataset/images/import-service'
import { imageService } from '#core/dataset/images/service'
import { projectService } from '#core/dataset/projects/service'
import { savedViewService } from '#core/dataset/saved-views/service'
import { searchService } from '#core/dataset/search/service'
import { similarService } from '#core/dataset/similar/service'
import { taggingService } from '#core/dataset/tagging/service'
import { triageService } from '#core/dataset/triage/service'
import type { Adapters } from '../adapters/adapters.ts'

export type DatasetServices = ReturnType<typeof datasetServices>

/** Projects and their images: how images arrive, are found, tagged and judged. */
export function datasetServices(adapters: Adapters) {
  const { library, blobs, imageFiles, runner, notes, clock, random, fetcher } = adapters
  const projects = projectService({ projects: library.projects, clock, random, notes })
  const search = searchService({ search: library.search, blobs, imageFiles, runner })
  const images = imageService({ images: library.images, blobs, imageFiles, alike: search.alike, clock, random, notes })
  const imports = importService({ imports: library.imports, images, runner })
  const fetches = fetchService({ ...library, images, fetcher, runner })
  const tagging = taggingService({ tagging: library.tagging, runner, notes })
  const triage = triageService({ triage: library.triage, runner, notes, breathe })
  for (const { work } of [imports, fetches, search, tagging, triage]) runner.register(work)
  return {
    projects,
    search,
    images,
    imports,
    fetches,
    tagging,
    triage,
    fetcher,
    similar: similarService({ images, cards: library.images, search: library.search, looks: search, breathe }),
    health: healthService({ health: library.health, blobs, clock }),
    savedViews: savedViewService({ savedViews: library.savedViews, random, notes }),
  }
}
