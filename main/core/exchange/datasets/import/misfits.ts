import { type LabelMisfit, misfitSentence } from '../../../annotation/annotations/read-annotation.ts'

/** Most sentences about skipped things; each is another one. */
const MAX_TOLD = 1000

/** Answers whether a sentence is new: true once for each. */
export function newSentences(before: Iterable<string> = []): (sentence: string) => boolean {
  const told = new Set(before)
  return (sentence) => {
    if (told.has(sentence) || told.size >= MAX_TOLD) return false
    told.add(sentence)
    return true
  }
}

/** Reports each sentence once. */
export function onceReporter(before: Iterable<string> = []) {
  const isNew = newSentences(before)
  return async (sentence: string, tell: () => Promise<unknown>): Promise<void> => {
    if (isNew(sentence)) await tell()
  }
}

/** Reports what labels say that their classes have no place for, each thing once. */
export function misfitTeller(before: Iterable<string> = []) {
  const once = onceReporter(before)
  return async (misfits: readonly LabelMisfit[], tell: (reason: string) => Promise<unknown>): Promise<void> => {
    for (const misfit of misfits) {
      const reason = misfitSentence(misfit)
      await once(reason, () => tell(reason))
    }
  }
}
