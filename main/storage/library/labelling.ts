import { commitQueue } from '../kit/commit-queue.ts'
import { openDatabase } from '../kit/db.ts'
import { annotationRepository } from './annotations/annotations.ts'
import { imageRepository } from './dataset/images.ts'
import { projectRepository } from './dataset/projects.ts'
import { proposalRepository } from './dataset/proposals.ts'

/**
 * A second connection to a library that this program has open, for a thread that writes very many annotations: it is handed out by
 * `Library.apart`, so no other write is under way. The identity's revision grows with each transaction, as it does in the library.
 */
export function openLabelling(path: string) {
  const database = openDatabase(path)
  const growth = database.raw.prepare('UPDATE identity SET revision = revision + 1')
  const commits = commitQueue(database.raw, { end: () => void growth.run() })
  return {
    annotations: annotationRepository(database.raw, commits),
    images: imageRepository(database.raw, commits),
    projects: projectRepository(database.raw, commits),
    proposals: proposalRepository(database.raw, commits),
    close: database.close,
  }
}
