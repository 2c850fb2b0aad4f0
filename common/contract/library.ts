import { eventIterator } from '@orpc/contract'
import { onProject } from './kit.ts'
import { LibraryNote } from './session.ts'

export const libraryContract = {
  /** What changes where the projects lie. Another Tessera passes it on to its own pages. */
  watch: onProject('project:read').output(eventIterator(LibraryNote)),
}
