import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { LongText } from '#common/long-text'
import type { Result } from '#common/result'
import type { ReadAnnotation } from './read-annotation.ts'

/** An annotation file for one image. */
export interface AnnotationFile {
  /** File name; its extension says what the text is. Empty: the text itself says it. */
  readonly name: string
  readonly text: LongText
  /** Names of class numbers, for formats that have only numbers. */
  readonly labelmap: ReadonlyMap<string, string>
  /** Replace what is there. */
  readonly overwrite: boolean
}

/** How an annotation file was put onto an image. */
export interface AnnotatedWith {
  /** Sentences about what labels say and their classes have no place for. */
  readonly leftOut: readonly string[]
}

/** The image that an annotation file is put onto. */
export interface AnnotatedImage {
  readonly name: string
  readonly frame: Size
  /** Of its project: the same text may be a class, a caption, or a place. */
  readonly type: ProjectType
}

/** Reads an annotation file of any known kind; a large one in a place of its own. */
export type AnnotationReader = (
  file: Pick<AnnotationFile, 'name' | 'text' | 'labelmap'>,
  image: AnnotatedImage,
) => Promise<Result<readonly ReadAnnotation[], Refusal>>
