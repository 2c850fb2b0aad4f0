import { z } from 'zod'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import { nameInAddress } from '#core/exchange/datasets/places'
import { LabelboxRow, LegacyLabelboxRow, labelboxParts } from '../../labels/json/labelbox.ts'
import { FileRecord, readShape } from '../../labels/kit/json.ts'
import { shorten } from '../../labels/kit/reading.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { type DocumentEntry, type DocumentFault, documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'

const Name = z.string().nullish()
const Row = z.looseObject({
  data_row: z.object({ external_id: Name, global_key: Name, id: Name, row_data: Name }),
  media_attributes: z.object({ width: z.unknown(), height: z.unknown() }).nullish().catch(undefined),
  projects: FileRecord(z.looseObject({ labels: z.array(z.unknown()).default([]) })),
})
const LegacyRow = z.looseObject({ 'External ID': Name, 'Labeled Data': Name, Label: FileRecord(z.unknown()) })

/** Labelbox: a row for each image, as a list or a row a line. A row that nobody has labeled says nothing. */
export const labelbox = documentImporter({
  id: 'labelbox',
  title: 'Labelbox',
  lineEndings: ['.ndjson', '.jsonl'],
  isWanted: (keys) => {
    const has = (key: string) => keys.has(key) || keys.has(`[].${key}`)
    return (has('data_row') && has('projects')) || (has('Labeled Data') && has('Label'))
  },
  pieces: (keys) => (keys.has('[]') ? { lists: [''] } : undefined),
  entries: (row) => ok(entryOf(row)),
})

/** None where nobody has labeled the row. */
function entryOf(row: unknown): readonly (DocumentEntry | DocumentFault)[] {
  const now = Row.safeParse(row).data
  return now ? entriesNow(now, row) : legacyEntries(row)
}

function entriesNow(now: z.infer<typeof Row>, row: unknown): readonly (DocumentEntry | DocumentFault)[] {
  if (Object.values(now.projects).every(({ labels }) => labels.length === 0)) return []
  const size = declaredSize(now.media_attributes?.width, now.media_attributes?.height)
  const [name, read] = [nameOf(now), readShape(LabelboxRow, row)]
  return [{ ...partsOf(name, read), ...size }, ...unusedOf(name, read.ok ? read.value.unused : 0)]
}

function legacyEntries(row: unknown): readonly DocumentEntry[] {
  const legacy = LegacyRow.safeParse(row).data
  if (!legacy || !('objects' in legacy.Label || 'classifications' in legacy.Label)) return []
  const name = legacy['External ID'] || nameInAddress(legacy['Labeled Data'] ?? '')
  return [partsOf(name, readShape(LegacyLabelboxRow, row))]
}

function unusedOf(name: string, count: number): readonly DocumentFault[] {
  if (count === 0) return []
  return [{ reason: message('annotations-of-same-row', { count, image: shorten(name) }) }]
}

function nameOf({ data_row: { external_id, global_key, row_data, id } }: z.infer<typeof Row>): string {
  return [external_id, global_key, nameInAddress(row_data ?? ''), id].find(Boolean) ?? ''
}

function partsOf(name: string, row: ReturnType<typeof readShape<z.infer<typeof LabelboxRow>>>): DocumentEntry {
  return row.ok ? entryOfParts(name, labelboxParts(row.value)) : { name, objects: () => row }
}
