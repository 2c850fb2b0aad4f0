import { DiskFullError } from '#core/ports'

/** The failure as it is, or in plain words when the disk has no room. */
export function asDiskFull(failure: unknown): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL' ? new DiskFullError(failure) : failure
}
