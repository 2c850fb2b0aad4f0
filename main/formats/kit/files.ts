import type { ExportImage, ExportVersion } from '#common/exports/model'
import type { Box } from '#common/geometry/box'
import type { BlobHash } from '#common/ids'
import { SPLITS, type Split } from '#common/split'

/** An image under the name it has in every export (`exportFileName`, kept since the version was generated). */
export interface NamedImage extends ExportImage {
  readonly fileName: string
}

/** The source that exports read from. */
export interface ExportSource {
  readonly version: ExportVersion
  /** The images of a split in code-unit order of `fileName`. Exporters may ask for the same split more than once. */
  images(split: Split): AsyncIterable<NamedImage>
}

/** A text in one piece when it is as small as one image's labels, in chunks when it grows with the dataset. */
export interface TextFile {
  readonly kind: 'text'
  readonly path: string
  readonly text: string | AsyncIterable<string>
}

/** A stored JPEG, copied as it is. */
export interface ImageFile {
  readonly kind: 'image'
  readonly path: string
  readonly blob: BlobHash
  readonly bytes: number
}

/** Bytes that are made when their turn comes, packed already. */
export interface DataFile {
  readonly kind: 'data'
  readonly path: string
  /** About how much memory making them takes. */
  readonly bytes: number
  make(): Promise<Uint8Array>
}

/** One image of a file that holds images. One image may have several records behind each other. */
export interface ImageRecord {
  readonly image: Pick<NamedImage, 'fileName' | 'blob' | 'bytes'>
  /** The bytes for the file, made of those of the stored JPEG. */
  encode(jpeg: Uint8Array): Uint8Array
}

/** A file that images stand in, one behind the other. */
export interface RecordsFile {
  readonly kind: 'records'
  readonly path: string
  readonly records: AsyncIterable<ImageRecord>
}

/** Objects of one image that are cut out of it together, so that it is decoded once for all of them. */
export interface Cut {
  readonly image: Pick<NamedImage, 'fileName' | 'blob' | 'bytes'>
  /** In whole pixels, inside the image. */
  readonly windows: readonly Box[]
}

/** An object, cut out of its image. */
export interface CropFile {
  readonly kind: 'crop'
  readonly path: string
  readonly cut: Cut
  /** Its place among the windows of the cut. */
  readonly place: number
}

/** A folder that must be there although nothing lies in it. */
export interface EmptyFolder {
  readonly kind: 'folder'
  readonly path: string
}

/** One entry of an export. Paths are relative, with `/`, and never lead upwards. */
export type ExportFile = TextFile | ImageFile | DataFile | RecordsFile | CropFile | EmptyFolder

export function textFile(path: string, text: TextFile['text']): TextFile {
  return { kind: 'text', path, text }
}

export function imageFile({ fileName, blob, bytes }: NamedImage, folder: string): ImageFile {
  return { kind: 'image', path: `${folder}/${fileName}`, blob, bytes }
}

/** The splits that have images, in their order. */
export function filledSplits({ counts }: Pick<ExportVersion, 'counts'>): readonly Split[] {
  return SPLITS.filter((split) => counts[split] > 0)
}

/** The name that many programs have for a split. */
export function subsetOf(split: Split): 'train' | 'val' | 'test' {
  return split === 'valid' ? 'val' : split
}

/** The same in the order of the names that `subsetOf` gives them. */
export function splitsBySubset(version: Pick<ExportVersion, 'counts'>): readonly Split[] {
  return filledSplits(version).toSorted((one, other) => byCodeUnit(subsetOf(one), subsetOf(other)))
}

/** All images of a split, laid into one folder. */
export async function* imageFiles(
  source: Pick<ExportSource, 'images'>,
  split: Split,
  folder: string,
): AsyncGenerator<ImageFile> {
  for await (const image of source.images(split)) yield imageFile(image, folder)
}

/** The images of all splits, laid into one folder. */
export async function* imageFilesOfAll(source: ExportSource, folder: string): AsyncGenerator<ImageFile> {
  for await (const image of imagesOfAll(source)) yield imageFile(image, folder)
}

/** The images of all splits in code-unit order of `fileName`. */
export async function* imagesOfAll(source: ExportSource): AsyncGenerator<NamedImage> {
  const walks = filledSplits(source.version).map((split) => imagesOf(source, split))
  try {
    const heads = await Promise.all(walks.map((walk) => walk.next()))
    for (;;) {
      const [next] = heads
        .flatMap((head, walk) => (head.done === true ? [] : [{ image: head.value, walk }]))
        .toSorted((a, b) => byCodeUnit(a.image.fileName, b.image.fileName))
      if (next === undefined) return
      yield next.image
      const following = await walks[next.walk]?.next()
      if (following) heads[next.walk] = following
    }
  } finally {
    await Promise.all(walks.map((walk) => walk.return(undefined)))
  }
}

async function* imagesOf(source: ExportSource, split: Split): AsyncGenerator<NamedImage> {
  yield* source.images(split)
}

/** All images of a split in its folder, each followed by files of its own, whose names must continue the image's. */
export async function* imagesWith(
  source: Pick<ExportSource, 'images'>,
  split: Split,
  filesOf: (image: NamedImage) => readonly ExportFile[],
): AsyncGenerator<ExportFile> {
  for await (const image of source.images(split)) yield* [imageFile(image, split), ...filesOf(image)]
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
