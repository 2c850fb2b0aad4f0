import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { endingOf, isAside } from '../paths.ts'

/** Enough to skip a long list of classes. */
const HEAD_BYTES = 64 * 1024

/** The JSON files whose beginnings hold the keys of a kind. */
export async function jsonFiles(
  dataset: DatasetFiles,
  isWanted: (keys: ReadonlySet<string>) => boolean,
): Promise<DatasetFile[]> {
  const found: DatasetFile[] = []
  for (const file of dataset.files) {
    if (endingOf(file.path) !== '.json' || isAside(file.path)) continue
    if (isWanted(await headKeysOf(dataset, file))) found.push(file)
  }
  return found
}

/** Room for the keys of a dataset, in UTF-16 units: those of files of one kind are alike and kept once. */
const MAX_KEYS = 16 * 1024 * 1024

interface KnownKeys {
  readonly byPath: Map<string, ReadonlySet<string>>
  /** Each once. */
  readonly sets: Map<string, ReadonlySet<string>>
  left: number
}

/** Discarded with the dataset. */
const KNOWN = new WeakMap<DatasetFiles, KnownKeys>()

/** The keys at the beginning of a JSON file, which is looked at once for all formats; of a file of lines those of its first line. */
export async function headKeysOf(
  dataset: DatasetFiles,
  file: DatasetFile,
  isOfLines = false,
): Promise<ReadonlySet<string>> {
  const known = KNOWN.get(dataset) ?? { byPath: new Map(), sets: new Map(), left: MAX_KEYS }
  KNOWN.set(dataset, known)
  const id = isOfLines ? `line\0${file.path}` : file.path
  const found = known.byPath.get(id)
  if (found) return found
  const head = await dataset.head(file, HEAD_BYTES)
  const keys = keysIn(isOfLines ? (/\S[^\r\n]*/.exec(head)?.[0] ?? '') : head)
  return remember(known, id, keys)
}

function remember(known: KnownKeys, id: string, keys: ReadonlySet<string>): ReadonlySet<string> {
  const text = [...keys].join('\0')
  const alike = known.sets.get(text)
  const cost = id.length + (alike ? 0 : text.length)
  if (cost > known.left) return keys
  known.left -= cost
  if (!alike) known.sets.set(text, keys)
  known.byPath.set(id, alike ?? keys)
  return alike ?? keys
}

/** A key, any other text, which the end may cut off so that each is passed once, or a bracket. */
const TOKEN = /"(?<text>[^"\\]*(?:\\.[^"\\]*)*)(?:"(?<colon>\s*:)?|\\?$)|(?<opens>[[{])|[\]}]/gs

/** Deeper keys tell kinds of files apart no better. */
const MAX_DEPTH = 5

/**
 * The keys at the beginning of a JSON text, which may be cut off anywhere, with their way from the outside: `images[]` for a list,
 * `images[].file_name`, `[].annotations`, `categories.label`.
 */
function keysIn(text: string): ReadonlySet<string> {
  const walk: Walk = { keys: new Set(), open: [], key: '' }
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const { text: name, colon, opens } = groups
    if (colon !== undefined && name !== undefined) passKey(walk, name)
    else if (opens !== undefined) openBracket(walk, opens === '[')
    else if (name === undefined) walk.open.pop()
  }
  return walk.keys
}

interface Walk {
  readonly keys: Set<string>
  /** The open brackets, and how the keys inside begin. */
  readonly open: { readonly way: string; readonly isList: boolean }[]
  key: string
}

function passKey(walk: Walk, name: string): void {
  const way = walk.open.at(-1)?.way ?? ''
  walk.key = way === '' ? name : `${way}.${name}`
  if (walk.open.length <= MAX_DEPTH) walk.keys.add(walk.key)
}

/** Opens a bracket; entries of a list have no key of their own. */
function openBracket({ keys, open, key }: Walk, isList: boolean): void {
  const outer = open.at(-1)
  const way = (outer?.isList ? outer.way : key) + (isList ? '[]' : '')
  open.push({ way, isList })
  if (isList && open.length <= MAX_DEPTH) keys.add(way)
}
