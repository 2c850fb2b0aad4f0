import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { type FilePlace, filePlace } from './places.ts'
import type { ReadObjects } from './reading.ts'

/** A line of text that is not empty, without spaces around it. */
export interface Line {
  readonly line: string
  /** `line 3`. */
  readonly place: FilePlace
  /** From 1. */
  readonly number: number
}

/** The image of a file of bare lines, and the names of the class numbers in the file. */
export interface TextContext extends AnnotatedImage {
  readonly labelmap: ReadonlyMap<string, string>
}

/** A kind of annotation file with a line for each object or image. */
export interface TextFormat {
  /** The folder of its golden file. */
  readonly id: string
  recognises(first: string): boolean
  read(lines: readonly Line[], context: TextContext): ReadObjects
}

export function linesOf(text: string): Line[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), place: filePlace('line', index + 1), number: index + 1 }))
    .filter(({ line }) => line !== '')
}

/** The name of a class number; one that the label map leaves out is its own name. */
export function classNameOf(index: string, labelmap: ReadonlyMap<string, string>): string {
  const plain = String(Number(index))
  return labelmap.get(plain) ?? plain
}
