import { DiskFullError } from '#core/ports'

/** The state of a disk that may be full, which writers report and check. */
export interface FullDisk {
  /** The disk was found full. */
  release(): void
  /** Throws where a new file would take the last room. */
  checkRoom(): void
}

/** The failure as it is, or in plain words when the disk has no room. */
export function asDiskFull(failure: unknown): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL' ? new DiskFullError(failure) : failure
}
