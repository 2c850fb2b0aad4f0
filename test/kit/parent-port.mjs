/**
 * Loaded before the desktop's core in plain Node: provides the `process.parentPort` of Electron's utility processes.
 * Channel ends, which cannot be sent between plain processes, are multiplexed by a number in every message.
 */
import { EventEmitter } from 'node:events'

class Port extends EventEmitter {
  /** @param {number} id */
  constructor(id) {
    super()
    this.id = id
    /**
     * Messages before the port is started are queued, as in Electron.
     * @type {unknown[] | undefined}
     */
    this.waiting = []
  }

  /** @param {{ data: unknown, ports: Port[] }} message */
  receive(message) {
    if (this.waiting) this.waiting.push(message)
    else this.emit('message', message)
  }

  /** @param {unknown} data */
  postMessage(data) {
    process.send?.({ port: this.id, data })
  }

  close() {
    process.send?.({ port: this.id, closes: true })
  }

  start() {
    const waiting = this.waiting ?? []
    this.waiting = undefined
    for (const message of waiting) this.emit('message', message)
  }
}

/** @type {Map<number, Port>} */
const ports = new Map()
const parentPort = new Port(0)
// Electron starts this port when its first listener is added.
parentPort.once('newListener', () => queueMicrotask(() => parentPort.start()))
ports.set(0, parentPort)

process.on('message', (/** @type {{ port: number, data: unknown, opens?: number }} */ { port, data, opens }) => {
  const opened = opens === undefined ? [] : [new Port(opens)]
  for (const each of opened) ports.set(each.id, each)
  ports.get(port)?.receive({ data, ports: opened })
})
process.on('disconnect', () => process.exit())

Object.assign(process, { parentPort })
