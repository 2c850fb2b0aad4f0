import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { nearest } from '../nearest.ts'
import { baseName, endingOf, folderOf, isAside, withoutEnding } from '../paths.ts'
import { pauses } from '../pauses.ts'
import { masksBeside } from './beside.ts'
import { type Look, lookOf } from './looks.ts'
import { NAME_LIST, readNameList } from './name-lists.ts'
import { drawnMasks, type MaskPair, maskPairs } from './pairs.ts'

/** Tables of classes, without which nobody knows what the values of masks stand for. */
export const COLOUR_TABLE = /(?:^|\/)(?:label_colors\.txt|class_dict\.csv)$/i
const CODES = /(?:^|\/)codes\.txt$/i
const LEGEND = /(?:^|\/)_classes\.csv$/i

/** Masks of SegNet and of the scenes of ADE20K, which are read without a table. */
const TABLELESS = /(?:^|\/)(?:train|val|valid|test)annot\/[^/]*$|(?:^|\/)annotations\/\w+\/ADE_\w+\.png$/i
/** Masks that the reader of CamVid takes with a table of colors. */
const OF_CAMVID = /(?:^|\/)(?:LabeledApproved_full|[^/]*(?:annot|_?labels?|_?masks?))\/[^/]*\.png$/i

/** A mask that is read, with the image that it belongs to. */
export interface ReadablePair {
  readonly image: string
  /** Absent where the mask is black and white, and says no more than where something is. */
  readonly table: DatasetFile | undefined
}

export interface PairedMasks {
  readonly readable: ReadonlyMap<DatasetFile, ReadablePair>
  /** Images that only show what a mask says. */
  readonly drawn: readonly DatasetFile[]
  /** Why masks are not used. */
  readonly unused: ReadonlyMap<DatasetFile, Message>
}

const known = new WeakMap<readonly DatasetFile[], Promise<PairedMasks>>()

/** The images that are masks of others by their places and pixels, but for those that a reader of their own takes. */
export function pairedMasks(dataset: DatasetFiles): Promise<PairedMasks> {
  const found = known.get(dataset.files) ?? sortedPairs(dataset)
  known.set(dataset.files, found)
  return found
}

async function sortedPairs(dataset: DatasetFiles): Promise<PairedMasks> {
  const own = dataset.files.filter(({ path }) => !isAside(path))
  const brushes = own.filter(({ path }) => BRUSH.test(path))
  const sorted = {
    readable: new Map<DatasetFile, ReadablePair>(),
    drawn: drawnMasks(own),
    unused: new Map(brushes.map((file) => [file, notUsed('brush-names-tell-nothing')])),
  }
  for (const { mask, image, table, isReadable } of await foundPairs(own, dataset)) {
    if (endingOf(mask.path) !== '.png') sorted.unused.set(mask, notUsed('masks-only-png'))
    else if (isReadable) sorted.readable.set(mask, { image: withoutEnding(image.path), table })
    else sorted.unused.set(mask, withoutTable(missingTable(mask, image)))
  }
  return sorted
}

interface FoundPair extends MaskPair {
  readonly table: DatasetFile | undefined
  readonly isReadable: boolean
}

async function foundPairs(own: readonly DatasetFile[], dataset: DatasetFiles): Promise<readonly FoundPair[]> {
  const pairs = maskPairs(own)
  if (pairs.length === 0) return []
  const remoteIs = readInOtherFile(own)
  const tableOf = nearest(await clearTables(own, dataset))
  const found: FoundPair[] = []
  for (const alike of Map.groupBy(pairs, ({ kind }) => kind).values()) {
    const others = alike.filter(({ mask }) => !remoteIs(mask))
    const looks = await looksOf(others, dataset)
    const isBinary = looks.length > 0 && looks.every((look) => look === 'binary')
    const masks = isMasks(looks, alike[0]?.isPlain === true) ? others : []
    for (const pair of masks) {
      const table = tableOf(pair.mask)
      found.push({ ...pair, table, isReadable: isBinary || table !== undefined })
    }
  }
  return found
}

/** Names that Label Studio gives the masks of its brushes. */
const BRUSH = /(?:^|\/)task-\d+-annotation-\d+-by-\d+-tag-[^/]*-\d+\.png$/i

/** Looked at of one kind. */
const SAMPLES = 6

async function looksOf(pairs: readonly MaskPair[], dataset: DatasetFiles): Promise<readonly Look[]> {
  const pause = pauses()
  const step = Math.ceil(pairs.length / SAMPLES)
  const looks: Look[] = []
  for (let at = 0; at < pairs.length; at += step) {
    const [pair] = pairs.slice(at, at + 1)
    if (pair) looks.push(await lookOf(pair, dataset, pause))
  }
  return looks
}

/** Where the places say it, the pixels may only say the opposite. */
function isMasks(looks: readonly Look[], isPlain: boolean): boolean {
  const photographs = looks.filter((look) => look === 'photograph').length
  const masks = looks.filter((look) => look === 'mask' || look === 'binary').length
  return isPlain ? photographs <= masks : masks > photographs
}

/** The tables that tell what values stand for, by their folders; one of colors before a list of names. */
async function clearTables(
  own: readonly DatasetFile[],
  dataset: DatasetFiles,
): Promise<ReadonlyMap<string, DatasetFile>> {
  const tables = new Map<string, DatasetFile>()
  for (const file of own.filter(({ path }) => NAME_LIST.test(path))) {
    const { byNumber } = readNameList(await dataset.head(file, HEAD_BYTES))
    if (byNumber) tables.set(folderOf(file.path), file)
  }
  for (const file of own.filter(({ path }) => COLOUR_TABLE.test(path))) tables.set(folderOf(file.path), file)
  return tables
}

const HEAD_BYTES = 64 * 1024

/** Masks that other readers take, by places that are their own or with a table that they know. */
function readInOtherFile(own: readonly DatasetFile[]): (mask: DatasetFile) => boolean {
  const has = (table: RegExp) => own.some(({ path }) => table.test(path))
  const signs = [
    TABLELESS,
    ...(has(LEGEND) ? [/_mask\.png$/i] : []),
    ...(has(COLOUR_TABLE) ? [OF_CAMVID] : []),
    ...(has(CODES) ? [/_P\.png$/i] : []),
  ]
  const beside = new Set([...masksBeside(own, 'oxford-pets').keys(), ...masksBeside(own, 'mvtec-ad').keys()])
  return (mask) => beside.has(mask) || signs.some((sign) => sign.test(mask.path))
}

/** The table that would tell the classes of a mask; undefined for one of colors, which has two names. */
function missingTable({ path }: DatasetFile, image: DatasetFile): string | undefined {
  const stem = baseName(withoutEnding(path))
  if (/_P$/i.test(stem)) return 'codes.txt'
  const isBeside = stem.replace(/_mask$/i, '') === baseName(withoutEnding(image.path)) && stem.length > 5
  return /_mask$/i.test(stem) && isBeside && folderOf(path) === folderOf(image.path) ? '_classes.csv' : undefined
}

/** Why masks without a table of classes are not used. */
export function withoutTable(table: string | undefined): Message {
  return table === undefined ? message('masks-without-colour-table') : message('masks-without-table', { table })
}

function notUsed(why: 'brush-names-tell-nothing' | 'masks-only-png'): Message {
  return message('masks-not-used', {}, message(why))
}
