import { annotationService } from '#core/annotation/annotations/service'
import { imageService } from '#core/dataset/images/service'
import { copyService } from '#core/exchange/catalog/copy-service'
import { publishService } from '#core/exchange/catalog/publish-service'
import { catalogService } from '#core/exchange/catalog/service'
import { catalogPublisher } from '#storage/catalog/publisher'
import type { Adapters } from '../adapters/adapters.ts'
import { importedAnnotations } from '../labelling/labelling.ts'

/** The catalog, copies of its projects, and publishing to it. */
export function catalogServices(adapters: Adapters) {
  const { library, catalogFolders, imageFiles, runner } = adapters
  const copies = openCopies(adapters)
  const publishing = openPublishing(adapters)
  for (const { work } of [copies, publishing]) runner.register(work)
  return {
    copies,
    publishing,
    catalog: catalogService({ catalog: library.catalog, folders: catalogFolders, search: library.search, imageFiles }),
  }
}

/** A copy is not shown before it is whole, so that what makes it tells no page. */
function openCopies(adapters: Adapters) {
  const { library, blobs, imageFiles, catalogFolders, labelling, runner, clock, random, notes, cores } = adapters
  const unseen = { clock, random, notes: { publish: () => undefined } }
  const images = imageService({ images: library.images, blobs, imageFiles, alike: async () => [], ...unseen })
  const few = annotationService({ annotations: library.annotations, images, ...unseen })
  return copyService({
    catalog: library.catalog,
    copies: library.copies,
    imports: library.imports,
    folders: catalogFolders,
    images,
    annotations: importedAnnotations({ weights: labelling.weights, replace: labelling.replaceUnseen }, few),
    blobs,
    runner,
    clock,
    random,
    notes,
    inFlight: cores,
  })
}

function openPublishing({ library, catalogFolders, blobs, runner, notes, cores }: Adapters) {
  return publishService({
    publisher: catalogPublisher(catalogFolders.paths),
    projects: library.projects,
    search: library.search,
    images: library.images,
    annotations: library.annotations,
    blobs,
    runner,
    notes,
    inFlight: cores,
  })
}
