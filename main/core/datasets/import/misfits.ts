import { type LabelMisfit, misfitSentence } from '../../annotations/read-annotation.ts'

/** Sentences about things that are left out; each says another one. */
const MAX_TOLD = 1000

/** Tells what labels say that their classes have no place for, each thing once. */
export function misfitTeller(before: Iterable<string> = []) {
  const told = new Set(before)
  return async (misfits: readonly LabelMisfit[], tell: (reason: string) => Promise<unknown>): Promise<void> => {
    for (const misfit of misfits) {
      const reason = misfitSentence(misfit)
      if (told.has(reason) || told.size >= MAX_TOLD) continue
      told.add(reason)
      await tell(reason)
    }
  }
}

/** Tells each sentence once. */
export function onceReporter(before: Iterable<string> = []) {
  const told = new Set(before)
  return async (sentence: string, tell: () => Promise<unknown>): Promise<void> => {
    if (told.has(sentence) || told.size >= MAX_TOLD) return
    told.add(sentence)
    await tell()
  }
}
