import type { ImportOutcome } from '#common/contract/imports'
import type { ImageId } from '#common/ids'
import { said } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { ReportedFile } from './import-ports.ts'
import type { AddedImage } from './take-in.ts'

interface Marks {
  /** Labels were put on it. */
  readonly isAnnotated: boolean
  /** This file counts as the one that added the image, also where an earlier run took it in. */
  readonly isAdded: boolean
  /** Another file of the same import has its bytes. */
  readonly isRepeated: boolean
}

/** The outcome of a file whose image is in the project now. */
export function outcomeOf(
  path: string,
  { id: image, duplicateOf, isRepaired }: AddedImage,
  { isAnnotated, isAdded, isRepeated }: Partial<Marks> = {},
): ReportedFile {
  if (isAdded || duplicateOf === undefined) return { path, outcome: 'added', image, existing: null, reason: null }
  const there = { path, image, existing: duplicateOf, reason: null }
  if (isRepaired) return { ...there, outcome: 'repaired' }
  if (isRepeated) return { ...there, outcome: 'repeated' }
  return { ...there, outcome: isAnnotated ? 'labelled' : 'duplicate' }
}

/** The outcome of a file that no image came from; of annotations that were not put on, of the image without them. */
export function refusedOutcome(path: string, reason: Message, image: ImageId | null = null): ReportedFile {
  return { path, outcome: 'refused', image, existing: null, reason }
}

/** The row as pages get it. */
export function saidOutcome({ reason, ...row }: ReportedFile): ImportOutcome {
  return { ...row, reason: reason && said(reason) }
}
