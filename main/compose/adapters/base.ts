import type { Workspace } from '#core/access/workspaces/ports'
import type { Ages, Clock, Random } from '#core/ports'
import type { Library } from '#storage/library/library'
import type { RecoveringTaskRunner } from '#tasks/runner'
import type { NoteHub } from '../note-hub.ts'

/** The part of the adapters that every domain needs. */
export interface Base {
  readonly library: Library
  readonly workspace: Workspace
  readonly runner: RecoveringTaskRunner
  readonly notes: NoteHub
  readonly clock: Clock
  /** The library's own time, by which things grow old. */
  readonly time: Clock & Ages
  readonly random: Random
  /** How long things stay in the trash. */
  readonly trashDays?: number | undefined
  /** Images worked on at the same time. */
  readonly cores: number
  readonly logFailure: (message: string, failure: unknown) => void
}
