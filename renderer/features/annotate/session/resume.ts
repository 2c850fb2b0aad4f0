import type { QueryClient } from '@tanstack/react-query'
import type { LibraryNote } from '#common/contract/session'
import { onLibraryNote } from '#renderer/data/notes'
import type { DocumentStore } from '../model/document/document-store.ts'
import { placeOf, sessionOf } from './create-session.ts'
import { projectsInJournal } from './indexed-journal.ts'

/**
 * Writes what earlier windows could not, on whatever page this one is: at the start, and again when the studio works on another place.
 * Work that waits for deleted images is written as soon as they are back.
 */
export function resumeUnwritten(client: QueryClient): () => void {
  const resume = async (take: (documents: DocumentStore) => Promise<void>) => {
    const projects = await projectsInJournal(await placeOf(client))
    await Promise.all(projects.map((project) => take(sessionOf(project, client).editor.documents)))
  }
  // A browser that keeps nothing has nothing to take up.
  const takeAll = () => void resume((documents) => documents.resume()).catch(() => undefined)
  const takeParked = () => void resume((documents) => documents.resumeParked()).catch(() => undefined)
  takeAll()
  return onLibraryNote((note) => {
    if (note.kind === 'moved') takeAll()
    else if (mayBringBack(note)) takeParked()
  })
}

/** Images come back many at a time, or with their project. */
function mayBringBack(note: LibraryNote): boolean {
  return note.kind === 'projects' || (note.kind === 'images' && note.image === undefined)
}
