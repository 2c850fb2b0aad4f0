/** A note has a few hundred bytes. */
const MOST_BYTES = 1024 * 1024
const LINE_END = 0x0a

/** Breaks a stream of events off when a line grows beyond what an event may have. */
export function limitEvents(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let line = 0
  return events.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const end = chunk.lastIndexOf(LINE_END)
        line = end < 0 ? line + chunk.length : chunk.length - end - 1
        if (line > MOST_BYTES) controller.error(new Error('An event of the other machine is too large'))
        else controller.enqueue(chunk)
      },
    }),
  )
}
