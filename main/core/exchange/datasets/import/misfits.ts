import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { type LabelMisfit, misfitMessage } from '../../../annotation/annotations/read-annotation.ts'

/** Most messages about skipped things; each is another one. */
const MAX_TOLD = 1000

/** Answers whether a message is new: true once for each. The sentence tells them apart, also from those that are stored without a code. */
export function newMessages(before: Iterable<Message> = []): (told: Message) => boolean {
  const told = new Set([...before].map(sentenceOf))
  return (message) => {
    const sentence = sentenceOf(message)
    if (told.has(sentence) || told.size >= MAX_TOLD) return false
    told.add(sentence)
    return true
  }
}

/** Reports each message once. */
export function onceReporter(before: Iterable<Message> = []) {
  const isNew = newMessages(before)
  return async (message: Message, tell: () => Promise<unknown>): Promise<void> => {
    if (isNew(message)) await tell()
  }
}

/** Reports what labels say that their classes have no place for, each thing once. */
export function misfitTeller(before: Iterable<Message> = []) {
  const once = onceReporter(before)
  return async (misfits: readonly LabelMisfit[], tell: (reason: Message) => Promise<unknown>): Promise<void> => {
    for (const misfit of misfits) {
      const reason = misfitMessage(misfit)
      await once(reason, () => tell(reason))
    }
  }
}
