/** Whether SQLite failed because a file is damaged or is no database. */
export function isDamage(failure: unknown): boolean {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  return /^SQLITE_(?:CORRUPT|NOTADB|FORMAT|IOERR_SHORT_READ)/.test(code)
}
