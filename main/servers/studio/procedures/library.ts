import { implement } from '@orpc/server'
import { libraryContract } from '#common/contract/library'
import type { LibraryNote } from '#common/contract/session'
import type { StudioServices } from '../services.ts'

const os = implement(libraryContract)

/** Kinds of notes about the machine itself, which concern none of its projects. */
const OF_THE_MACHINE: ReadonlySet<LibraryNote['kind']> = new Set(['models', 'events', 'connections', 'moved', 'place'])

export function libraryProcedures({ notes }: Pick<StudioServices, 'notes'>) {
  return os.router({
    watch: os.watch.handler(async function* ({ signal }) {
      for await (const note of notes.subscribe(signal ?? new AbortController().signal)) {
        if (!OF_THE_MACHINE.has(note.kind)) yield note
      }
    }),
  })
}
