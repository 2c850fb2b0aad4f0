import { join } from 'node:path'
import type { BlobStore } from '#core/dataset/images/ports'
import { MAX_IMAGE_PIXELS } from '#core/dataset/images/rules'
import type { DatasetStaging, ImageGlancer } from '#core/exchange/datasets/staging-ports'
import type { ZipInbox } from '#core/exchange/zip-uploads/ports'
import type { LooseImageReader } from '#core/models/playground/ports'
import { blobReader } from '#storage/blobs/blob-reader'
import { openBlobStore } from '#storage/blobs/blob-store'
import { openDatasetStaging } from '#storage/blobs/dataset-staging'
import { imageGlancer } from '#storage/blobs/image-glancer'
import { type ImageFiles, imageFiles } from '#storage/blobs/images'
import { looseImageReader } from '#storage/blobs/loose-image'
import { type ImageTiles, imageTiles } from '#storage/blobs/tiles/tile-store'
import { fileWriter } from '#storage/blobs/writing/file-writer'
import { openZipInbox } from '#storage/blobs/zip-inbox'
import { type CatalogFolderFiles, catalogFolders } from '#storage/catalog/catalog-folders'
import type { ShellPorts } from '../ports.ts'
import { inboxForReading, stagingForReading } from '../stores/read-only.ts'
import type { Shelter } from '../stores/shelter.ts'
import { type PreviewShelf, previewShelf } from './preview-shelf.ts'

/** Files of the library, and others that are read like them. */
export interface FileAdapters {
  readonly blobs: BlobStore
  readonly imageFiles: ImageFiles
  /** Large and deep images in parts. */
  readonly tiles: ImageTiles
  readonly glancer: ImageGlancer
  /** Reads images of no project. */
  readonly loose: LooseImageReader
  readonly previews: PreviewShelf
  /** Datasets that wait for their import. */
  readonly staging: DatasetStaging
  /** Uploaded archives. */
  readonly zips: ZipInbox
  /** The folders of published projects that an administrator pointed at. */
  readonly catalogFolders: CatalogFolderFiles
}

/** Opens the files of a library; of a read-only one, so that nothing is written. */
export async function openFiles(
  { library, tileProcess, log, catalogFolders: folders = [] }: ShellPorts,
  { disk, time, folder, readOnly }: Shelter,
): Promise<FileAdapters> {
  const refuse = readOnly?.refuse
  const blobs = join(library, 'blobs')
  const cache = join(folder, 'cache')
  const writer = fileWriter()
  const images = imageFiles(cache, MAX_IMAGE_PIXELS)
  return {
    blobs: refuse ? blobReader(blobs, refuse) : await openBlobStore(blobs, { time, disk, writer }),
    imageFiles: images,
    tiles: imageTiles(cache, tileProcess),
    glancer: imageGlancer(MAX_IMAGE_PIXELS),
    loose: looseImageReader(MAX_IMAGE_PIXELS),
    previews: previewShelf(),
    staging: stagingForReading(await openDatasetStaging(join(folder, 'staging'), writer), refuse),
    zips: inboxForReading(await openZipInbox(join(folder, 'uploads')), refuse),
    catalogFolders: catalogFolders({ folders, imageFiles: images, warn: (message) => log.warn(message) }),
  }
}
