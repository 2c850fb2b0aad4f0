import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import type { DatasetProblem } from '../datasets/ports.ts'
import type { Candidate } from '../datasets/recognise.ts'

/** A note for each format whose labels are in an archive and are not read, because another one fits the project better. */
export function otherFormats(chosen: Candidate | undefined, candidates: readonly Candidate[]): DatasetProblem[] {
  if (chosen === undefined) return []
  const read = new Set(chosen.labels.map(({ path }) => path))
  return candidates.flatMap(({ importer, labels }) => {
    const unread = importer.isOfFolders ? [] : labels.filter(({ path }) => !(read.has(path) || isImageName(path)))
    const [first] = unread
    if (first === undefined) return []
    const titles = { title: importer.title, chosen: chosen.importer.title }
    const reason = message('other-format-not-used', { count: unread.length, ...titles })
    return [{ path: first.path, reason, isNote: true }]
  })
}
