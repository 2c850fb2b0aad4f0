/** A browser that was let into the studio. Of its secret only a digest is kept. */
export interface KeptSession {
  readonly id: string
  readonly digest: string
  /** ISO 8601. */
  readonly begunAt: string
  /** Name that the browser gives itself. */
  readonly agent: string
}

export interface SessionStore {
  read(): Promise<readonly KeptSession[]>
  /** On disk when it resolves: the old ones or the new ones. */
  write(sessions: readonly KeptSession[]): Promise<void>
}
