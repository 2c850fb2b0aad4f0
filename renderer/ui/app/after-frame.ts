/** A window that is hidden draws no frames, and a busy one finds no time: then what waits is done after this many milliseconds. */
const LONGEST_MS = 100

/**
 * Calls it once, as soon as the next frame has been drawn and nothing more urgent waits: what the core answers is heard first.
 * Returns what calls it off.
 */
export function afterFrame(act: () => void): () => void {
  const { port1, port2 } = new MessageChannel()
  let isOver = false
  const timer = setTimeout(run, LONGEST_MS)
  // A message is taken after the frame under way has been drawn, whatever else draws in it.
  const frame = requestAnimationFrame(() => port2.postMessage(undefined))
  port1.onmessage = () => whenFree(run)

  function run(): void {
    if (isOver) return
    stop()
    act()
  }

  function stop(): void {
    isOver = true
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    port1.close()
  }

  return stop
}

/** Behind the messages and keys that wait, where the browser can say so. */
function whenFree(run: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(run, { priority: 'background' })
  else run()
}
