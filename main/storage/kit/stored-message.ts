import { type JsonBounds, parseBounded } from '#common/json/bounds'
import { literal } from '#common/messages/message'
import { AnyMessage } from '#common/messages/schema'
import type { Message } from '#common/messages/template'
import { shorten } from '#common/text'

/** A message as a column holds it. */
export function messageText({ code, params, cause }: Message): string {
  return JSON.stringify(cause ? { code, params, cause } : { code, params })
}

/** More than any message of the core has. A deeper one would overflow the stack of whoever reads it. */
const BOUNDS: JsonBounds = { levels: 40, containers: 1000, values: 4000, members: 2000 }

/** Characters of a column that is shown as it is. */
const MOST_SHOWN = 1000

/** Returns the message of a column. A column that holds none, because it is damaged, is shown as it is: no list lacks a row for it. */
export function storedMessage(text: string): Message {
  const known = parsed.get(text)
  if (known) return known
  const read = AnyMessage.safeParse(parseBounded(text, BOUNDS))
  const message = read.success ? read.data : literal(shorten(text, MOST_SHOWN))
  if (text.length > MOST_KEPT) return message
  if (parsed.size >= MOST_PARSED) parsed.clear()
  parsed.set(text, message)
  return message
}

/** Few that come again and again: an image tells the names of up to 400 edits with every gesture. */
const parsed = new Map<string, Message>()
const MOST_PARSED = 2000
/** Characters of one of them. */
const MOST_KEPT = 500
