import type { QueryClient } from '@tanstack/react-query'
import { onLibraryNote } from '#renderer/kit/studio/notes'
import { placeOf, sessionOf } from '../workbench/create-session.ts'
import { projectsInJournal } from './indexed-journal.ts'

/** Writes what earlier windows could not, on whatever page this one is; again when the studio works on another place. */
export function resumeUnwritten(client: QueryClient): () => void {
  const resume = async () => {
    const projects = await projectsInJournal(await placeOf(client))
    await Promise.all(projects.map((project) => sessionOf(project, client).workbench.documents.resume()))
  }
  // A browser that keeps nothing has nothing to take up.
  const start = () => void resume().catch(() => undefined)
  start()
  return onLibraryNote(({ kind }) => kind === 'moved' && start())
}
