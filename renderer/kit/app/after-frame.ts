/** A window that is hidden draws no frames: then what waits for one is done after this many milliseconds. */
const LONGEST_MS = 100

/** Calls it once, as soon as the next frame has been drawn. Returns what calls it off. */
export function afterFrame(act: () => void): () => void {
  const { port1, port2 } = new MessageChannel()
  const timer = setTimeout(run, LONGEST_MS)
  // A message is taken after the frame under way has been drawn, whatever else draws in it.
  const frame = requestAnimationFrame(() => port2.postMessage(undefined))
  port1.onmessage = run

  function run(): void {
    stop()
    act()
  }

  function stop(): void {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    port1.close()
  }

  return stop
}
