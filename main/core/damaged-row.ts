import { type Refusal, refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'

const CODE = 'row-damaged'

/** A row in the database is damaged, although the database as a whole is sound. Nothing else is affected. */
export class DamagedRowError extends Error {
  override readonly name = 'DamagedRowError'
  readonly code = CODE
  readonly refusal: Refusal

  /** `what` begins the sentence: `The image dog.jpg`. */
  constructor(
    what: Message,
    { cause, remedy = 'delete' }: { readonly cause?: unknown; readonly remedy?: Remedy } = {},
  ) {
    const refused = refusal(CODES[remedy], { what })
    super(sentenceOf(refused), { cause })
    this.refusal = refused
  }
}

/** The way out for a person: a version and its images leave only together; tasks, events and histories only come back from a backup. */
export type Remedy = 'delete' | 'trash-version' | 'trash-project' | 'restore'

const CODES = {
  delete: 'row-damaged',
  'trash-version': 'row-of-version-damaged',
  'trash-project': 'row-of-project-damaged',
  restore: 'row-damaged-for-good',
} as const satisfies Readonly<Record<Remedy, string>>

/** The failure where it is known which values of an answer are damaged, but not of which row. */
export function damagedValue(places: string): DamagedRowError {
  return new DamagedRowError(message('row-value', { places }), { remedy: 'restore' })
}

/** The part of a `DamagedRowError` that crosses over from another thread. */
export type RowDamage = Pick<DamagedRowError, 'code' | 'message' | 'refusal'>

/** Also one that comes from another thread. */
export function isDamagedRow(failure: unknown): failure is RowDamage {
  return failure instanceof Error && 'code' in failure && failure.code === CODE && 'refusal' in failure
}

/** The value that is read, or the refusal to show a damaged row; for work that goes on with others. */
export async function unlessDamaged<Value>(read: () => Promise<Value>): Promise<Result<Value, Refusal>> {
  try {
    return ok(await read())
  } catch (failure) {
    if (isDamagedRow(failure)) return err(failure.refusal)
    throw failure
  }
}
