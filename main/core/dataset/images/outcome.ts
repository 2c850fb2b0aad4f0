import type { ImportOutcome } from '#common/contract/imports'
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
): ImportOutcome {
  if (isAdded || duplicateOf === undefined) return { path, outcome: 'added', image, reason: null }
  if (isRepaired) return { path, outcome: 'repaired', image, reason: duplicateOf }
  if (isRepeated) return { path, outcome: 'repeated', image, reason: duplicateOf }
  return { path, outcome: isAnnotated ? 'labelled' : 'duplicate', image, reason: duplicateOf }
}

/** The outcome of a file that no image came from; `reason` is a sentence. */
export function refusedOutcome(path: string, reason: string): ImportOutcome {
  return { path, outcome: 'refused', image: null, reason }
}
