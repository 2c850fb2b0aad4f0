import { literal } from '#common/messages/message'
import { AnyMessage } from '#common/messages/schema'
import type { Message } from '#common/messages/template'
import { ifSound } from './stored-row.ts'

/** A message as a column holds it. */
export function messageText({ code, params, cause }: Message): string {
  return JSON.stringify(cause ? { code, params, cause } : { code, params })
}

/** The message of a column. What is none, because it is damaged, is shown as it stands there: no list lacks a row for it. */
export function storedMessage(text: string): Message {
  const known = parsed.get(text)
  if (known) return known
  if (parsed.size >= MOST_PARSED) parsed.clear()
  const message = ifSound(() => AnyMessage.parse(JSON.parse(text))) ?? literal(text)
  parsed.set(text, message)
  return message
}

/** Few that come again and again: an image tells the names of up to 400 edits with every gesture. */
const parsed = new Map<string, Message>()
const MOST_PARSED = 2000
