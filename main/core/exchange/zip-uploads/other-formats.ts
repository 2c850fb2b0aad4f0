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
    ? `1 ${title} file not used: the ${chosen} files match this project better`
    : `${count} ${title} files not used: the ${chosen} files match this project better`
}
