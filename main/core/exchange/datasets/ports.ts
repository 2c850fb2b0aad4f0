import type { AttributesByClass } from '#common/annotation/named/attribute'
import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'
import type { Split } from '#common/split'
import type { AnnotatedImage } from '../../annotation/annotations/annotation-file.ts'
import type { ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'

/** A file of a dataset that lies in a folder or an archive; the path is relative, with `/`, and stays inside. */
export interface DatasetFile {
  readonly path: string
  readonly bytes: number
}

/** A problem of a dataset, with its place. */
export interface DatasetProblem {
  readonly path: string
  /** From 1; absent where no single line is at fault. */
  readonly line?: number
  readonly reason: Message
  /** Nothing is wrong: something is left unused on purpose. */
  readonly isNote?: boolean
}

/** The files of a dataset. Both reads throw `DatasetFileError` where the bytes are damaged. */
export interface DatasetFiles {
  /** In code-unit order of their paths. */
  readonly files: readonly DatasetFile[]
  /** Entries that are never read: links, encrypted ones, names that lead outside. */
  readonly refused: readonly DatasetProblem[]
  read(file: DatasetFile): AsyncIterable<Uint8Array>
  /** The path on this machine of a file that is whole, flushed and never written again; absent where none has one. */
  place?(file: DatasetFile): string
  /** The first bytes, at most `bytes`, as UTF-8 text: enough to see what a file is. */
  head(file: DatasetFile, bytes: number): Promise<string>
  close(): Promise<void>
}

/** One image as the annotation files of a dataset describe it. */
export interface DescribedImage {
  /** The image as the label file names it: a path from the root or from the label file, a bare name, or a name without its ending. */
  readonly name: string
  /** The label file, and its line where it has lines. */
  readonly source: { readonly path: string; readonly line?: number }
  /** The size of the image as the label file says it, on which its labels lie; they follow where the image has another. */
  readonly size?: Size
  /** Where the label file says so itself; the path of the image says it otherwise. */
  readonly split?: Split
  /** The image itself, where the label file holds it: it may lie nowhere else. Nobody holds on to it while the next ones are read. */
  bytes?(): Uint8Array
  /** The label file holds the image without a name: this one is made up, and means no other image that has it. */
  readonly isNameless?: boolean
  /** Something that the file says of the image could not be read, so that an image without any object is no background image. */
  readonly isPartial?: boolean
  /** Why an image without any object stays unlabeled, behind its name; absent where that is only because something could not be read. */
  readonly whyUnlabelled?: Message
  /** Labels of the image in its own pixels; none: there is nothing to label on it, unless `isPartial`. */
  objects(image: AnnotatedImage): Result<readonly ReadAnnotation[], Refusal>
}

/** Classes that a dataset lists, in its order, whether objects have them or not. */
export interface ListedClasses {
  readonly classNames: readonly string[]
  /** As the files spell them and as they are called, and a file that has them; absent where each is called as it is spelled. */
  readonly spelled?: {
    readonly path: string
    readonly names: readonly (readonly [spelling: string, className: string])[]
  }
  /** Attributes of their objects, by the names of the classes; those that no list has are guessed from the annotations. */
  readonly attributes?: AttributesByClass
}

/** The split of an image as a list tells it; a label file that says another is more certain. */
export interface ListedSplit {
  /** Its path in the dataset. */
  readonly image: string
  readonly split: Split
}

/** Findings from annotation files, piece by piece. */
export type DatasetFinding = DescribedImage | DatasetProblem | ListedClasses | ListedSplit

/** Label files of a format. */
interface Annotated {
  readonly importer: Pick<DatasetImporter, 'id'>
  readonly labels: readonly DatasetFile[]
}

/** A kind of dataset that can be taken in: how its label files are recognized, and what they say. */
export interface DatasetImporter {
  /** The identifier of its exporter where there is one. */
  readonly id: string
  /** The format's name for people; a message where it has words in it. */
  readonly title: string | Message
  /** Its label files are the images: the folders in which they lie are their classes. */
  readonly isOfFolders?: boolean
  /** It says texts about images, which only projects of texts keep. */
  readonly isOfTexts?: boolean
  /** Its label files are masks, which say less than boxes beside them where no areas are wanted. */
  readonly isOfMasks?: boolean
  /** Paths of files that belong to the format and need not be read, because others of it say the same. */
  readonly companions?: RegExp
  /** Whether its own files say less than those of another format beside them. */
  yieldsTo?(own: readonly DatasetFile[], other: Annotated, type: ProjectType): boolean
  /** The label files among the files, by their names and heads; none when the dataset is of another kind. */
  recognise(dataset: DatasetFiles): Promise<readonly DatasetFile[]>
  /**
   * Everything that the label files say, image by image, and the classes that they list. What is wrong with a line or a file is yielded and the rest goes on.
   * May be asked any number of times, and holds no more than the labels of one file. Where several files say different things of the
   * same images, those that fit the type of the project are read.
   */
  read(labels: readonly DatasetFile[], dataset: DatasetFiles, type?: ProjectType): AsyncIterable<DatasetFinding>
}

/** Bytes that are there already, for whoever reads files. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A file of a dataset that cannot be read as it lies there. */
export class DatasetFileError extends Error {
  override readonly name = 'DatasetFileError'
  readonly refusal: Refusal

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(sentenceOf(refusal), options)
    this.refusal = refusal
  }
}
