import { eventIterator } from '@orpc/contract'
import { onProject } from './kit.ts'
import { LibraryNote } from './session.ts'

export const libraryContract = {
  /** Notes on changes in the projects' library. Another Tessera passes them on to its own pages. */
  watch: onProject('project:read').output(eventIterator(LibraryNote)),
}
