import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { isPlainName, shorten } from '#common/text'
import type { MetadataValue, Tagging } from '../images/tagging.ts'
import { normalName } from '../projects/rules.ts'

/** A change as somebody asks for it. */
export interface WantedTagging {
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly removeMetadata?: readonly string[] | undefined
}

const MAX_TAG = 64
const MAX_KEY = 128
const MAX_VALUE = 4000
/** Most tags, and most metadata keys, of one change. */
const MAX_ENTRIES = 100

/** The change, or the sentence that names the first value that cannot be kept. */
export function readTagging(wanted: WantedTagging): Result<Tagging, Refusal> {
  const addTags = readAll(wanted.addTags, 'too-many-tags', readTag)
  if (!addTags.ok) return addTags
  const removeTags = readAll(wanted.removeTags, 'too-many-tags', readTag)
  if (!removeTags.ok) return removeTags
  const entries = readAll(Object.entries(wanted.metadata ?? {}), 'too-many-metadata-keys', readEntry)
  if (!entries.ok) return entries
  const removeMetadata = readAll(wanted.removeMetadata, 'too-many-metadata-keys', readKey)
  if (!removeMetadata.ok) return removeMetadata
  const bothTag = addTags.value.find((tag) => removeTags.value.includes(tag))
  if (bothTag !== undefined) return refuse('tag-added-and-removed', { tag: bothTag })
  const metadata = Object.fromEntries(entries.value)
  const bothKey = removeMetadata.value.find((key) => Object.hasOwn(metadata, key))
  if (bothKey !== undefined) return refuse('metadata-set-and-removed', { key: bothKey })
  return ok({
    replaceTags: false,
    addTags: [...new Set(addTags.value)],
    removeTags: [...new Set(removeTags.value)],
    metadata,
    removeMetadata: [...new Set(removeMetadata.value)],
  })
}

/** The change that leaves an image with exactly these tags. */
export function readTagSet(tags: readonly string[]): Result<Tagging, Refusal> {
  const change = readTagging({ addTags: tags })
  return change.ok ? ok({ ...change.value, replaceTags: true }) : change
}

/** Whether the change asks for nothing. */
export function isIdle({ replaceTags, addTags, removeTags, metadata, removeMetadata }: Tagging): boolean {
  const lists = [addTags, removeTags, removeMetadata, Object.keys(metadata)]
  return !replaceTags && lists.every(({ length }) => length === 0)
}

function readAll<Raw, Value>(
  raw: readonly Raw[] | undefined,
  excess: 'too-many-tags' | 'too-many-metadata-keys',
  read: (raw: Raw) => Result<Value, Refusal>,
): Result<Value[], Refusal> {
  const values: Value[] = []
  if (raw && raw.length > MAX_ENTRIES) {
    return refuse(excess, { count: raw.length, most: MAX_ENTRIES })
  }
  for (const one of raw ?? []) {
    const value = read(one)
    if (!value.ok) return value
    values.push(value.value)
  }
  return ok(values)
}

/** Trimmed, inner white space collapsed: clients send blanks, although only letters, digits, `-` and `_` are promised. */
function readTag(raw: string): Result<string, Refusal> {
  if (!isPlainName(raw.trim())) return refuse('tag-not-plain')
  const tag = normalName(raw).trim().replace(/\s+/g, ' ')
  if (tag === '') return refuse('tag-empty')
  if (tag.length > MAX_TAG) {
    return refuse('tag-too-long', { tag: shorten(tag), length: tag.length, most: MAX_TAG })
  }
  if (/^[\p{L}\p{M}\p{N}_ -]+$/u.test(tag)) return ok(tag)
  return refuse('tag-characters', { tag })
}

function readKey(raw: string): Result<string, Refusal> {
  const key = normalName(raw).trim()
  if (key === '') return refuse('metadata-key-empty')
  if (key.length > MAX_KEY) {
    return refuse('metadata-key-too-long', { key: shorten(key), length: key.length, most: MAX_KEY })
  }
  return /\p{Cc}/u.test(key) ? refuse('metadata-key-not-plain', { key: JSON.stringify(key) }) : ok(key)
}

function readEntry([rawKey, value]: [string, unknown]): Result<[string, MetadataValue], Refusal> {
  const key = readKey(rawKey)
  if (!key.ok) return key
  if (!isValue(value)) return refuse('metadata-value-unknown', { key: key.value })
  if (typeof value !== 'string' || value.length <= MAX_VALUE) return ok([key.value, value])
  return refuse('metadata-value-too-long', { key: key.value, length: value.length, most: MAX_VALUE })
}

function isValue(value: unknown): value is MetadataValue {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  )
}
