import type { Split } from '#common/split'
import type { PictureMatcher } from '../match.ts'
import type { DatasetFile } from '../ports.ts'
import type { ReadPicture } from '../reader-ports.ts'
import type { KnownPicture } from '../staging-ports.ts'
import type { DatasetImport } from './sources.ts'

export interface FileTarget {
  readonly path: string
  /** In bytes; undefined where it is not known before they are read. */
  readonly size: number | undefined
  readonly place?: string | undefined
  /** As a list of the data set says it. */
  readonly split?: Split | undefined
  bytes(): AsyncIterable<Uint8Array>
}

/** A picture of the data set, or one of the project that labels came for. */
export type Target = FileTarget | { readonly path: string; readonly image: KnownPicture }

/** The image that annotations are for, or the sentence why there is none. */
export function targetOf(match: PictureMatcher, described: ReadPicture, into: DatasetImport): Target | string {
  const found = match(described)
  if (found.kind === 'none') return found.reason
  if (found.kind === 'known') return { path: found.picture.name, image: found.picture }
  if (found.kind === 'inside') return { path: found.path, size: undefined, bytes: () => laterChunk(found.bytes) }
  const file = into.pictures[found.index]
  if (file === undefined) throw new Error(`There is no picture ${found.index}`)
  return fileTarget(file, into)
}

/** A file of the data set, with the split that a list gives it. */
export function fileTarget(file: DatasetFile, { files }: DatasetImport, split?: Split): FileTarget {
  return { path: file.path, size: file.bytes, split, place: files.place?.(file), bytes: () => files.read(file) }
}

/** Bytes that another process is asked for when they are needed. */
async function* laterChunk(bytes: NonNullable<ReadPicture['bytes']>): AsyncGenerator<Uint8Array> {
  yield await bytes()
}
