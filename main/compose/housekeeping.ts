import type { SearchExportService } from '#core/exports/search/service'
import type { BlobStore, ImageRepository } from '#core/images/ports'
import type { ModelStoreService } from '#core/model-store/service'
import type { TrashService } from '#core/trash/service'
import type { PictureFiles } from '#storage/blobs/pictures'
import type { PictureTiles } from '#storage/blobs/tiles/tile-store'

const DAY_MS = 24 * 3600 * 1000

interface Dependencies {
  readonly trash: TrashService
  readonly searchExports: Pick<SearchExportService, 'forgetOld'>
  readonly modelStore: Pick<ModelStoreService, 'cleanUp'>
  readonly blobs: BlobStore
  readonly images: ImageRepository
  readonly pictures: PictureFiles
  readonly tiles: PictureTiles
  readonly logFailure: (message: string, failure: unknown) => void
}

/** Empties the trash of what is due, lets old archives of searches go and frees files that nothing names: now, and once a day. */
export function keepHouse(dependencies: Dependencies): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const round = () =>
    cleanUp(dependencies, stopping.signal).catch((failure: unknown) =>
      dependencies.logFailure('The trash could not be cleaned up', failure),
    )
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, DAY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** Rows go first, so that the files they alone named are free in the same round. */
export async function cleanUp(
  { trash, searchExports, modelStore, blobs, images, pictures, tiles }: Omit<Dependencies, 'logFailure'>,
  signal: AbortSignal,
): Promise<void> {
  await trash.cleanUp(signal)
  if (signal.aborted) return
  await searchExports.forgetOld()
  await modelStore.cleanUp()
  const referenced = await images.referencedBlobs()
  await blobs.sweep(referenced)
  await pictures.sweep(referenced)
  await tiles.sweep(referenced)
}
