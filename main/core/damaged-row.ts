import { type Refusal, refuseSaying } from '#common/errors'
import { ok, type Result } from '#common/result'

const CODE = 'row-damaged'

/** A row in the database is damaged, although the database as a whole is sound. Nothing else is affected. */
export class DamagedRowError extends Error {
  override readonly name = 'DamagedRowError'
  readonly code = CODE

  /** `what` begins the sentence: `The comment on dog.jpg`. */
  constructor(what: string, { cause, remedy = 'delete' }: { readonly cause?: unknown; readonly remedy?: Remedy } = {}) {
    super(SENTENCES[remedy](what), { cause })
  }
}

/** The way out for a person: a version and its images leave only together; tasks, events and histories only come back from a backup. */
export type Remedy = 'delete' | 'trash-version' | 'trash-project' | 'restore'

const SENTENCES: Readonly<Record<Remedy, (what: string) => string>> = {
  delete: (what) =>
    `${what} is damaged in the database and cannot be read. Delete it, or restore the library from a backup`,
  'trash-version': (what) =>
    `${what} is damaged in the database and cannot be read. Move the version to the trash, or restore the library from a backup`,
  'trash-project': (what) =>
    `${what} is damaged in the database and cannot be read. Move it to the trash, or restore the library from a backup`,
  restore: (what) =>
    `${what} is damaged in the database and cannot be read. To get it back, restore the library from a backup`,
}

/** The failure where it is known which values of an answer are damaged, but not of which row. */
export function damagedValue(places: string): DamagedRowError {
  return new DamagedRowError(`A stored value (${places})`, { remedy: 'restore' })
}

/** Also one that comes from another thread: code and message cross over. */
export function isDamagedRow(failure: unknown): failure is Pick<DamagedRowError, 'code' | 'message'> {
  return failure instanceof Error && 'code' in failure && failure.code === CODE
}

/** The value that is read, or the refusal to show a damaged row; for work that goes on with others. */
export async function unlessDamaged<Value>(read: () => Promise<Value>): Promise<Result<Value, Refusal>> {
  try {
    return ok(await read())
  } catch (failure) {
    if (isDamagedRow(failure)) return refuseSaying(CODE, failure.message)
    throw failure
  }
}
