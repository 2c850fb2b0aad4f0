import { asSent, type Line, utilityPort } from './border.ts'

/** Channel to the process that started this one: the other end of a `Child`. */
export interface Parent {
  onMessage(listener: (message: unknown) => void): void
  send(message: unknown): void
  /** Sends a message, and exits once it has gone out. */
  sendLast(message: unknown): void
}

/** Call once, at the start. This process exits when the parent is gone or closes the channel. */
export function parent(): Parent {
  const port = utilityPort()
  return port === undefined ? overNode() : overUtilityPort(port)
}

function overNode(): Parent {
  process.once('disconnect', () => process.exit())
  return {
    onMessage: (listener) => void process.on('message', listener),
    send: (message) => void process.send?.(asSent(message)),
    sendLast: (message) => void process.send?.(asSent(message), () => process.exit()),
  }
}

/** The first message to a utility process carries the channel; messages sent before are queued. */
function overUtilityPort(port: NonNullable<ReturnType<typeof utilityPort>>): Parent {
  const listeners: ((message: unknown) => void)[] = []
  const waiting: unknown[] = []
  let line: Line | undefined

  port.once('message', ({ ports: [opened] }) => {
    if (opened === undefined) return
    line = opened
    opened.on('message', ({ data }) => {
      for (const listener of listeners) listener(data)
    })
    opened.on('close', () => process.exit())
    opened.start()
    for (const message of waiting.splice(0)) opened.postMessage(message)
  })

  function send(message: unknown): void {
    if (line === undefined) waiting.push(message)
    else line.postMessage(message)
  }

  return {
    onMessage: (listener) => void listeners.push(listener),
    send,
    // A port does not tell when a message has gone out, so the receiver closes the channel.
    sendLast: send,
  }
}
