import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'
import type { AnnotatedImage } from '../../annotation/annotations/annotation-file.ts'
import type { ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'
import type { DatasetProblem, DescribedImage, ListedClasses, ListedSplit } from './ports.ts'
import type { Candidate } from './recognise.ts'

/** Where a process of its own finds the files of a dataset. */
export interface DatasetPlace {
  /** A folder of the staging, or a ZIP file. */
  readonly kind: 'staged' | 'zip'
  readonly path: string
  /** Most entries of a ZIP file. */
  readonly maxEntries?: number
}

/** One image as annotation files describe it, read in another process, which keeps it until it is released. */
export interface ReadImage extends Omit<DescribedImage, 'bytes' | 'objects'> {
  bytes?(): Uint8Array | Promise<Uint8Array>
  objects(image: AnnotatedImage): ReadObjects | Promise<ReadObjects>
  /** Nobody asks for anything of it any more. */
  release?(): void
}

type ReadObjects = Result<readonly ReadAnnotation[], Refusal>

export type ReadFinding = ReadImage | DatasetProblem | ListedClasses | ListedSplit

/**
 * Reads the label files of one dataset where a file that takes too much memory or time harms nobody else: that ends the reading with a
 * `DatasetFileError` that names it.
 */
export interface DatasetReader {
  /** As `recogniseFormats` does; with the answer of an earlier look at the same files, these are not looked at again. */
  recognise(type: ProjectType, known?: readonly Candidate[]): Promise<readonly Candidate[]>
  /**
   * All that the label files of a format say, and why other files are not used; without a format only the latter. One is read at a
   * time.
   */
  read(format: Candidate | undefined): AsyncIterable<ReadFinding>
  /** The objects of an image that a file of its own is about; undefined when the file says nothing of it. */
  annotations(file: AnnotationSource, image: AnnotatedImage): Promise<ReadObjects | undefined>
  /** The fault of a file of class names. */
  namesFault(path: string): Promise<Message | undefined>
  /** Gives back what it holds; nothing is asked of it any more. */
  release(): void
}

/** A file of the dataset with labels, alone or of many images in one COCO file. */
export interface AnnotationSource {
  readonly path: string
  /** The file with the names of its classes. */
  readonly namesPath?: string | undefined
  /** The end of the path of the image in a COCO file about many, as much of it as tells the image from others. */
  readonly cocoName?: string | undefined
}

export interface DatasetReaders {
  /** A dataset is on its way: what reading needs is made ready meanwhile. */
  warm(): void
  /** Waits while too many are read. Aborting ends the reading at once. */
  open(place: DatasetPlace, signal: AbortSignal): Promise<DatasetReader>
}
