import { isImageName } from '#common/image-kinds'
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
    const reason = sentenceOf(unread.length, importer.title, chosen.importer.title)
    return [{ path: first.path, reason, isNote: true }]
  })
}

function sentenceOf(count: number, title: string, chosen: string): string {
  return count === 1
    ? `1 label file of ${title} is not read: those of ${chosen} fit the project better`
    : `${count} label files of ${title} are not read: those of ${chosen} fit the project better`
}
