import { setImmediate as turn } from 'node:timers/promises'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { z } from 'zod'
import { inParts, type LongText } from '#common/long-text'

/** A port that holds a text in parts; it is handed to the thread that wants them. */
export function portWith(text: string): MessagePort {
  const { port1, port2 } = new MessageChannel()
  for (const part of inParts(text)) port1.postMessage(part)
  return port2
}

/** The text in such a port; of a long one, one part is copied in each turn of the loop. */
export async function textFrom(port: MessagePort): Promise<LongText> {
  const parts: string[] = []
  try {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      parts.push(z.string().parse(next.message))
      await turn()
    }
  } finally {
    port.close()
  }
  const [only = '', ...more] = parts
  return more.length === 0 ? only : parts
}
