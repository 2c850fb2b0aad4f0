/** A note has a few hundred bytes. */
const MOST_BYTES = 64 * 1024
/** A Tessera writes a comment every five seconds: one that writes nothing for so long is gone. */
const SILENCE_MS = 60_000
const LINE_END = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Breaks a stream of events off when one grows beyond what an event may have, or none comes. A blank line ends an event. */
export function limitEvents(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let [event, line] = [0, 0]
  let silence: NodeJS.Timeout | undefined
  return events.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        silence = setTimeout(() => controller.error(new Error('The other machine tells nothing any more')), SILENCE_MS)
        silence.unref()
      },
      transform(chunk, controller) {
        silence?.refresh()
        for (const byte of chunk) {
          event = byte === LINE_END && line === 0 ? 0 : event + 1
          if (byte !== CARRIAGE_RETURN) line = byte === LINE_END ? 0 : line + 1
          if (event > MOST_BYTES) return controller.error(new Error('An event of the other machine is too large'))
        }
        return controller.enqueue(chunk)
      },
      flush: () => clearTimeout(silence),
    }),
  )
}
