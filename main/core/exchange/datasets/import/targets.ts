import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import type { ImageMatcher } from '../match.ts'
import type { DatasetFile } from '../ports.ts'
import type { ReadImage } from '../reader-ports.ts'
import type { KnownImage } from '../staging-ports.ts'
import type { DatasetImport } from './sources.ts'

export interface FileTarget {
  readonly path: string
  /** In bytes; undefined where it is not known before they are read. */
  readonly size: number | undefined
  readonly place?: string | undefined
  /** As a list of the dataset says it. */
  readonly split?: Split | undefined
  bytes(): AsyncIterable<Uint8Array>
}

/** An image of the dataset, or one of the project that labels came for. */
export type Target = FileTarget | { readonly path: string; readonly image: KnownImage }

/** The image that annotations are for, or why there is none. */
export function targetOf(match: ImageMatcher, described: ReadImage, into: DatasetImport): Target | Message {
  const found = match(described)
  if (found.kind === 'none') return found.reason
  if (found.kind === 'known') return { path: found.image.name, image: found.image }
  if (found.kind === 'inside') return { path: found.path, size: undefined, bytes: () => laterChunk(found.bytes) }
  const file = into.images[found.index]
  if (file === undefined) throw new Error(`There is no image ${found.index}`)
  return fileTarget(file, into)
}

/** A file of the dataset, with the split that a list gives it. */
export function fileTarget(file: DatasetFile, { files }: DatasetImport, split?: Split): FileTarget {
  return { path: file.path, size: file.bytes, split, place: files.place?.(file), bytes: () => files.read(file) }
}

/** Bytes that another process is asked for when they are needed. */
async function* laterChunk(bytes: NonNullable<ReadImage['bytes']>): AsyncGenerator<Uint8Array> {
  yield await bytes()
}
