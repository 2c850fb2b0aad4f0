import type { ExportImage, ExportVersion } from '#common/exports/model'
import type { BlobHash } from '#common/ids'
import type { Split } from '#common/split'

/** A picture under the name it has in every export (`exportFileName`, kept since the version was generated). */
export interface NamedImage extends ExportImage {
  readonly fileName: string
}

/** What exports read from. */
export interface ExportSource {
  readonly version: ExportVersion
  /** The pictures of a split in code-unit order of `fileName`. Exporters may ask for the same split more than once. */
  images(split: Split): AsyncIterable<NamedImage>
}

/** A text in one piece when it is as small as one picture's labels, in chunks when it grows with the data set. */
export interface TextFile {
  readonly kind: 'text'
  readonly path: string
  readonly text: string | AsyncIterable<string>
}

/** A stored JPEG, copied as it is. */
export interface PictureFile {
  readonly kind: 'picture'
  readonly path: string
  readonly blob: BlobHash
  readonly bytes: number
}

/** A folder that must be there although nothing lies in it. */
export interface EmptyFolder {
  readonly kind: 'folder'
  readonly path: string
}

/** One entry of an export. Paths are relative, with `/`, and never lead upwards. */
export type ExportFile = TextFile | PictureFile | EmptyFolder

export function textFile(path: string, text: TextFile['text']): TextFile {
  return { kind: 'text', path, text }
}

/** All pictures of a split, laid into one folder. */
export async function* pictureFiles(
  source: Pick<ExportSource, 'images'>,
  split: Split,
  folder: string,
): AsyncGenerator<PictureFile> {
  for await (const { fileName, blob, bytes } of source.images(split)) {
    yield { kind: 'picture', path: `${folder}/${fileName}`, blob, bytes }
  }
}

/** Puts a few files of a folder among the many others of it, by code unit; the many must be in that order already. */
export async function* inOrder(
  few: readonly ExportFile[],
  many: AsyncIterable<ExportFile>,
): AsyncGenerator<ExportFile> {
  const waiting = few.toSorted((a, b) => byCodeUnit(a.path, b.path))
  for await (const file of many) {
    yield* waiting.splice(0, waiting.filter(({ path }) => path < file.path).length)
    yield file
  }
  yield* waiting
}

export function byCodeUnit(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
