import type { EventSettings } from '#core/events/settings'

const GB = 1024 ** 3
const MB = 1024 ** 2

/** An operator's settings of the event store, by the names that the store has for them. Throws a sentence that names a wrong one. */
export function eventSettings(environment: Readonly<Record<string, string | undefined>>): EventSettings {
  const number = (name: string, otherwise: number) => numberIn(environment, name, otherwise)
  const text = (name: string) => environment[name]?.trim() || undefined
  const url = addressIn(environment, 'CLOUD_UPLOAD_URL')
  return {
    freeSchemas: !/^(?:false|0|no|off)$/i.test(text('FREE_EVENT_SCHEMAS') ?? ''),
    // A day is enough where a cloud has the events too; here they may be the only ones.
    retentionDays: number('RETENTION_DAYS', url === undefined ? 30 : 1),
    maxRecords: number('MAX_RECORDS', 1_000_000),
    maxBytes: number('MAX_BYTES', 50 * GB),
    minFreeBytes: number('MIN_FREE_BYTES', 256 * MB),
    maxRecordBytes: number('MAX_RECORD_BYTES', 64 * MB),
    maxFileBytes: number('MAX_FILE_BYTES', 2 * GB),
    draftSeconds: number('DRAFT_AUTO_FINALIZE_SECONDS', 3600),
    defaultSolution: text('DEFAULT_SOLUTION_ID'),
    upload: url === undefined ? undefined : { url, key: text('CLOUD_UPLOAD_API_KEY') },
  }
}

/** The key that every request must bring; an empty one is none. */
export function eventsKeyIn(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environment['API_KEY']?.trim() || undefined
}

function numberIn(environment: Readonly<Record<string, string | undefined>>, name: string, otherwise: number): number {
  const given = environment[name]?.trim()
  if (!given) return otherwise
  const value = Number(given)
  if (Number.isFinite(value) && value >= 0) return value
  throw new Error(`${name} must be a number of at least 0, such as ${otherwise}`)
}

function addressIn(environment: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const given = environment[name]?.trim()
  if (!given) return undefined
  if (/^https?:\/\//i.test(given) && URL.canParse(given)) return given
  throw new Error(`${name} must be the address of a server, such as https://events.example.com`)
}
