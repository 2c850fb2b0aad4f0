import { z } from 'zod'

/** Error codes of the system and the database for a disk that is read-only, out of order or not there. */
const DISK_TROUBLE = /^(?:EROFS|EIO|ENODEV|SQLITE_(?:READONLY|IOERR|CANTOPEN))/

/** The failure in plain words where the disk is its cause. */
export function diskTrouble(failure: unknown): string | undefined {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  return DISK_TROUBLE.test(code)
    ? `The library cannot be read or written: the disk is read-only or reports an error (${code}). Check the disk and try again`
    : undefined
}

/** The message of a failure, without the paths of this machine that the operating system puts at the end of its own. */
export function messageOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const trouble = diskTrouble(failure)
  if (trouble !== undefined) return trouble
  // Its own words are for programmers; the log has them.
  if (failure instanceof z.ZodError) return 'Stored data is damaged and cannot be read. See the log for details'
  const { message } = failure
  if (!('syscall' in failure)) return message
  const at = message.indexOf(`, ${String(failure.syscall)}`)
  return at < 0 ? message : message.slice(0, at)
}
