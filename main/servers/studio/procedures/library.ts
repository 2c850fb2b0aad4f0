import { implement } from '@orpc/server'
import { libraryContract } from '#common/contract/library'
import { isOfProjects } from '#common/contract/session'
import type { StudioServices } from '../services.ts'

const os = implement(libraryContract)

export function libraryProcedures({ notes }: Pick<StudioServices, 'notes'>) {
  return os.router({
    // Without what this machine was told by the remote that it works on: two that work on each other would tell it for ever.
    watch: os.watch.handler(async function* ({ signal }) {
      for await (const note of notes.subscribeOwn(signal ?? new AbortController().signal)) {
        if (isOfProjects(note)) yield note
      }
    }),
  })
}
