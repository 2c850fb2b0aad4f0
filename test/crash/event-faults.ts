import { isDeepStrictEqual } from 'node:util'
import { formatMoment } from '#common/events/moment'
import { StoredEvent } from '#common/events/stored-event'
import { isDraft, type SampleEvent } from './event-samples.ts'
import { type EventWitness, STEPS, type Step } from './event-writers.ts'

export interface EventRow {
  readonly created_at: number
  readonly id: string
  readonly device_id: string | null
  readonly event_schema: string
  readonly workflow_id: string | null
  readonly external_id: string | null
  readonly draft: number
  readonly bytes: number
  readonly body: string
}

export interface FileRow {
  readonly id: string
  readonly kind: string
  readonly hash: string
  readonly bytes: number
}

/** All rows of one event. */
interface FoundEvent {
  readonly row: EventRow
  readonly files: readonly FileRow[]
  readonly metadata: Readonly<Record<string, unknown>>
}

type Check = readonly [fault: string, actual: unknown, expected: unknown]

/** Differences of an event from the one sent, or from the one acknowledged. */
export function faultsOf(found: FoundEvent, witness: EventWitness): { serial: number; faults: string[] } {
  const body = StoredEvent.parse(JSON.parse(found.row.body))
  const serial = Number(body.custom_metadata?.['serial'])
  const sample = witness.sample(serial)
  const checks = [
    ...contentChecks(body, found, sample),
    ...rowChecks(body, found),
    ...lifeChecks(body, serial, witness),
    ...acknowledgedChecks(body, serial, witness),
  ]
  const wrong = checks.filter(([, actual, expected]) => !isDeepStrictEqual(actual, expected))
  return { serial, faults: wrong.map(([fault, a, e]) => `${fault}: ${JSON.stringify(a)}, not ${JSON.stringify(e)}`) }
}

function contentChecks(body: StoredEvent, { row, files }: FoundEvent, { stored, images }: SampleEvent): Check[] {
  const entries = stepOf(body) === 0 ? 1 : stored.images.length
  const hashOf = (id: string | null, kind: string) => {
    const file = files.find((each) => each.id === id)
    return file?.kind === kind ? file.hash : null
  }
  const kept = body.images.map(({ file_id, input_file_id }) => ({
    image: hashOf(file_id, 'picture'),
    input: hashOf(input_file_id, 'input'),
  }))
  const count = fileIds(body).length
  const given = {
    ...stored,
    id: row.id,
    created_at: formatMoment(row.created_at),
    draft: body.draft,
    finalized_at: body.finalized_at,
    auto_finalized_at: null,
    original_file_count: count,
    current_file_count: count,
    images: stored.images.slice(0, entries).map((image, nth) => ({ ...image, ...filesOf(body.images[nth]) })),
    videos: [],
    local_only_files: [],
    api_version: 'v2',
  }
  return [
    ['has another body', body, given],
    ['has other images', kept, images.slice(0, entries)],
    ['has another number of files', files.length, count],
  ]
}

function filesOf(image: StoredEvent['images'][number] | undefined) {
  return { file_id: image?.file_id, input_file_id: image?.input_file_id }
}

/** Checks of the columns that queries read. */
function rowChecks(body: StoredEvent, { row, files, metadata }: FoundEvent): Check[] {
  const bytes = Buffer.byteLength(row.body) + files.reduce((sum, file) => sum + file.bytes, 0)
  const sought = Object.entries(body.custom_metadata ?? {}).map(([key, value]) => [
    key,
    typeof value === 'boolean' ? String(value) : value,
  ])
  return [
    ['has another size', row.bytes, bytes],
    ['cannot be found by its metadata', metadata, Object.fromEntries(sought)],
    [
      'has other columns',
      [row.device_id, row.event_schema, row.workflow_id, row.external_id, row.draft === 1],
      [body.device_id, body.event_schema, body.workflow_id, body.event_data['externalId'], body.draft],
    ],
  ]
}

/** How far a draft has come; all other events are final from the first. */
function stepOf({ draft, images }: StoredEvent): Step {
  if (!draft) return 2
  return images.length > 1 ? 1 : 0
}

/** A draft has come as far as was answered, or further, as was asked. */
function lifeChecks(body: StoredEvent, serial: number, { asked, answered }: EventWitness): Check[] {
  const [least, most, step] = [answered.get(serial) ?? 0, asked.get(serial) ?? 0, stepOf(body)]
  const expected = isDraft(serial) ? Math.min(Math.max(step, least), most) : 2
  return [
    ['is', STEPS[step], STEPS[expected]],
    ['is final', body.finalized_at === null, body.draft],
    ['is final since another moment', isDraft(serial) || body.finalized_at === body.created_at, true],
  ]
}

function acknowledgedChecks(body: StoredEvent, serial: number, { acknowledged }: EventWitness): Check[] {
  const told = acknowledged.get(serial)
  if (told === undefined) return []
  const { id, created_at } = body
  const image_ids = fileIds(body).slice(0, told.image_ids.length)
  return [['is not what was acknowledged', { id, image_ids, created_at }, { ...told }]]
}

function fileIds({ images }: StoredEvent): string[] {
  return images.flatMap((image) => [image.file_id, image.input_file_id]).filter((id) => id !== null)
}
