import type { Serializable } from 'node:child_process'

/** With "advanced" serialization Node accepts any cloneable value, which its types do not say. */
export function asSent(message: unknown): Serializable {
  return message as Serializable
}

/** One end of a channel, as Electron gives it to a utility process. */
export interface Line {
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  postMessage(message: unknown): void
  start(): void
}

interface UtilityPort {
  once(event: 'message', listener: (message: { ports: readonly Line[] }) => void): void
}

/** Returns the port that a utility process of Electron has instead of `process.send`; undefined in a Node process. */
export function utilityPort(): UtilityPort | undefined {
  return (process as { parentPort?: UtilityPort }).parentPort
}
