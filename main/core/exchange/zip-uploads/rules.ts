import { type Refusal, refuse } from '#common/errors'
import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'

import type { Split } from '#common/split'
import { MAX_PACKED_IMAGE_BYTES } from '../../dataset/images/rules.ts'
import { folded, isMaskPath, lastPart, partsOf, splitOfPath } from '../datasets/places.ts'
import type { Candidate } from '../datasets/recognise.ts'
import type { ZipEntry } from '../datasets/zip.ts'
import { entryFault } from '../datasets/zip-files.ts'
import { labelOf, labelPlaces } from './labels.ts'

const GIB = 1024 ** 3

/** Most bytes of one uploaded archive. */
export const MAX_ZIP_BYTES = 2 * GIB
/** Most entries that are looked at, with folders and what is skipped. */
export const MAX_ZIP_ENTRIES = 50_000
const MAX_FILES = 10_000
/** Most bytes that all of it unpacks to. Images hardly shrink, so much more is a bomb. */
const MAX_UNPACKED_BYTES = 16 * GIB
/** Most bytes of the labels of one image, and of a file about many images. */
const MAX_LABEL_BYTES = 16 * 1024 * 1024
const MAX_COCO_BYTES = 256 * 1024 * 1024
/** A larger annotation file is read in a process of its own. */
export const MAX_INLINE_BYTES = 256 * 1024

export interface PlannedImage {
  readonly entry: ZipEntry
  /** That of the nearest folder with a split's name. */
  readonly split: Split | undefined
  /** The file with the labels of this image alone. */
  readonly label: ZipEntry | undefined
  /** A COCO file about the images of its folder or of one above. */
  readonly coco: ZipEntry | undefined
}

export interface RefusedEntry {
  readonly path: string
  readonly reason: Message
}

export interface ZipPlan {
  /** In the order of their paths. */
  readonly images: readonly PlannedImage[]
  readonly refused: readonly RefusedEntry[]
  /** Every sound file by its folded path. */
  readonly files: ReadonlyMap<string, ZipEntry>
}

const LABEL = /\.(?:xml|txt|json|csv)$/
/** Files about a dataset as a whole. */
const ABOUT = /^(?:readme.*|.*\.ya?ml|.*\.md|.*\.names|.*\.cache|license(?:\.txt)?|classes\.txt|_darknet\.labels)$/
const COCO = /^_annotations(?:\.\w+)?\.coco\.json$/

/** Plan for each entry of an archive, or why nothing of it is taken. */
export function planZip(entries: readonly ZipEntry[]): Result<ZipPlan, Refusal> {
  const wanted = entries.filter(({ kind, path }) => kind !== 'folder' && !isSkipped(path))
  if (wanted.length > MAX_FILES) return refuse('zip-too-many-files', { count: wanted.length, most: MAX_FILES })
  const bytes = wanted.reduce((sum, entry) => sum + entry.bytes, 0)
  if (bytes > MAX_UNPACKED_BYTES) {
    return refuse('zip-unpacks-too-large', { gigabytes: Math.round(bytes / GIB), most: MAX_UNPACKED_BYTES / GIB })
  }
  const files = new Map<string, ZipEntry>()
  const refused: RefusedEntry[] = []
  for (const entry of wanted) {
    const key = folded(partsOf(entry.path).join('/'))
    const reason = whyRefused(entry) ?? (files.has(key) ? message('path-twice-in-any-case') : undefined)
    if (reason === undefined) files.set(key, entry)
    else refused.push({ path: entry.path, reason })
  }
  return ok({ files, ...sortOut(files, refused) })
}

/**
 * Whether the archive mixes formats, so that no format reads all of it: then each image is read with the file beside it. Files that no format
 * claims, such as captions beside images, count for none.
 */
export function isMixed({ images }: ZipPlan, candidates: readonly Pick<Candidate, 'labels'>[]): boolean {
  const claims = candidates.map(({ labels }) => new Set(labels.map(({ path }) => folded(path))))
  const labelled = images
    .flatMap(({ label, coco }) => label ?? coco ?? [])
    .map(({ path }) => folded(partsOf(path).join('/')))
    .filter((path) => claims.some((claimed) => claimed.has(path)))
  return labelled.length > 0 && !claims.some((claimed) => labelled.every((path) => claimed.has(path)))
}

function sortOut(files: ReadonlyMap<string, ZipEntry>, unsound: readonly RefusedEntry[]) {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const isImage = (key: string) => isImageName(key) && !isMaskPath(key)
  const images = sorted.filter(([key]) => isImage(key)).map(([key, entry]) => planImage(files, key, entry))
  const used = new Set(images.flatMap(({ label, coco }) => [label, coco]))
  const rest = sorted
    .filter(([key, entry]) => !isImage(key) && !used.has(entry) && !ABOUT.test(lastPart(key)))
    .map(([key, { path }]) => ({ path, reason: LABEL.test(key) ? NO_IMAGE : message('neither-image-nor-labels') }))
  return { images, refused: [...unsound, ...rest] }
}

/** Said of a file with labels that lies beside no image. */
export const NO_IMAGE = message('no-image-goes-with-file')

function planImage(files: ReadonlyMap<string, ZipEntry>, key: string, entry: ZipEntry): PlannedImage {
  const folders = key.split('/').slice(0, -1)
  return {
    entry,
    split: splitOfPath(key),
    label: labelOf(files, key),
    coco: cocoOf(files, folders),
  }
}

function cocoOf(files: ReadonlyMap<string, ZipEntry>, folders: readonly string[]): ZipEntry | undefined {
  for (const place of labelPlaces(folders)) {
    const entry = files.get([...place, '_annotations.coco.json'].join('/'))
    if (entry) return entry
  }
  return undefined
}

/** Whether systems or tools left the file beside those of people. Paths that leave their folder are not skipped, but refused by name. */
function isSkipped(path: string): boolean {
  const parts = partsOf(path)
  if (isOutside(path)) return false
  const name = lastPart(path).toLowerCase()
  return name === 'thumbs.db' || name === 'desktop.ini' || parts.some((part) => /^(?:\.|__MACOSX$)/.test(part))
}

function whyRefused(entry: ZipEntry): Message | undefined {
  const { path, bytes } = entry
  if (isOutside(path)) return message('path-leaves-archive')
  const most = limitOf(path)
  return entryFault(entry) ?? (bytes > most ? message('file-larger-than', { most }) : undefined)
}

function limitOf(path: string): number {
  if (isImageName(path)) return MAX_PACKED_IMAGE_BYTES
  return COCO.test(lastPart(path).toLowerCase()) ? MAX_COCO_BYTES : MAX_LABEL_BYTES
}

function isOutside(path: string): boolean {
  return /^(?:[\\/]|[a-z]:)/i.test(path) || partsOf(path).includes('..') || path.includes('\0')
}
