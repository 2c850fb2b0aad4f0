/** Longer texts are kept, and cannot be looked for. */
const LONGEST_SEARCHED_TEXT = 1000

/** A value of `custom_metadata` that queries can find; booleans are the texts `true` and `false`. */
export type MetadataEntry = readonly [key: string, value: string | number]

/** Searchable entries of an event's `custom_metadata`: numbers, booleans, and texts of up to 1000 characters. */
export function metadataEntries(metadata: Readonly<Record<string, unknown>> | null | undefined): MetadataEntry[] {
  const entries: MetadataEntry[] = []
  if (!metadata) return entries
  for (const key of Object.keys(metadata)) {
    const value = metadata[key]
    if (typeof value === 'number' && Number.isFinite(value)) entries.push([key, value])
    else if (typeof value === 'boolean') entries.push([key, String(value)])
    else if (typeof value === 'string' && value.length <= LONGEST_SEARCHED_TEXT) entries.push([key, value])
  }
  return entries
}
