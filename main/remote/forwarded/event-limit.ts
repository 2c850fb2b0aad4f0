/** A note has a few hundred bytes. */
const MOST_BYTES = 64 * 1024
const LINE_END = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Breaks a stream of events off when one grows beyond what an event may have. A blank line ends an event. */
export function limitEvents(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let [event, line] = [0, 0]
  return events.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        for (const byte of chunk) {
          event = byte === LINE_END && line === 0 ? 0 : event + 1
          if (byte !== CARRIAGE_RETURN) line = byte === LINE_END ? 0 : line + 1
          if (event > MOST_BYTES) return controller.error(new Error('An event of the other machine is too large'))
        }
        return controller.enqueue(chunk)
      },
    }),
  )
}
