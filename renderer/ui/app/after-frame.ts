/** Longest wait in milliseconds: a hidden window draws no frames, and a busy one may never be idle. */
const LONGEST_MS = 100

/**
 * Calls a function once, after the next frame has been drawn and more urgent work is done, such as messages from the
 * core. Returns a function that cancels it.
 */
export function afterFrame(act: () => void): () => void {
  const { port1, port2 } = new MessageChannel()
  let isOver = false
  const timer = setTimeout(run, LONGEST_MS)
  // A message is delivered after the current frame, whatever else draws in it.
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

/** Runs after pending messages and input, where the browser supports priorities. */
function whenFree(run: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(run, { priority: 'background' })
  else run()
}
