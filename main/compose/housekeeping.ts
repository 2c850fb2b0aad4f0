import type { BlobStore, ImageRepository } from '#core/dataset/images/ports'
import type { SearchExportService } from '#core/exchange/exports/search/service'
import type { ModelStoreService } from '#core/models/store/service'
import type { TrashService } from '#core/trash/service'
import type { ImageFiles } from '#storage/blobs/images'
import type { ImageTiles } from '#storage/blobs/tiles/tile-store'
import { once } from './stores/once.ts'

const HOUR_MS = 3600 * 1000
/** A leap of the clock counts after an hour: the next round comes after it. */
const ROUND_MS = HOUR_MS + 60_000
/** Every round empties the trash of what is due; so many of them apart, files are swept. */
const ROUNDS_A_SWEEP = 24

interface Dependencies {
  readonly trash: TrashService
  readonly searchExports: Pick<SearchExportService, 'forgetOld'>
  readonly modelStore: Pick<ModelStoreService, 'cleanUp'>
  readonly blobs: BlobStore
  readonly images: ImageRepository
  readonly imageFiles: ImageFiles
  readonly tiles: ImageTiles
  /** Looks through the database; nothing is swept away where it is not sound. */
  readonly isSound: (signal: AbortSignal) => Promise<boolean>
  readonly logFailure: (message: string, failure: unknown) => void
}

type Keeping = Omit<Dependencies, 'logFailure'>

/** Empties the trash of what is due, lets old archives of searches go and puts files that nothing names aside: now, and again and again. */
export function keepHouse(dependencies: Dependencies): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let rounds = 0
  const round = async () => {
    try {
      const isSweep = rounds % ROUNDS_A_SWEEP === 0
      rounds += 1
      await (isSweep ? cleanUp : emptyTrash)(dependencies, stopping.signal)
    } catch (failure) {
      dependencies.logFailure('The trash could not be cleaned up', failure)
    }
  }
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, ROUND_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** Rows go first, so that the files they alone named are swept in the same round. */
export async function cleanUp(keeping: Keeping, signal: AbortSignal): Promise<void> {
  const { blobs, images, imageFiles, tiles } = keeping
  await emptyTrash(keeping, signal)
  if (signal.aborted) return
  const isSound = once(() => keeping.isSound(signal))
  const referenced = await images.referencedBlobs()
  await blobs.sweep(referenced, isSound, signal)
  if (signal.aborted) return
  await imageFiles.sweep(referenced)
  await tiles.sweep(referenced)
}

async function emptyTrash({ trash, searchExports, modelStore }: Keeping, signal: AbortSignal): Promise<void> {
  await trash.cleanUp(signal)
  if (signal.aborted) return
  await searchExports.forgetOld()
  await modelStore.cleanUp()
}
