/**
 * Runs in a utility process of an Electron whose Node is too old for the core: starts the core in a current Node and
 * forwards every message to `parent-port.mjs`. Both ends are the real programs.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * A utility process's port to its parent, or one end of a channel.
 * @typedef {object} Port
 * @property {(event: 'message', listener: (message: { data: unknown, ports: Port[] }) => void) => void} on
 * @property {(data: unknown) => void} postMessage
 * @property {() => void} start
 * @property {() => void} close
 */

/** @param {{ node: string, core: string }} programs */
export function relay({ node, core }) {
  const parentPort = portOf(process)
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env
  const child = fork(core, [], {
    execPath: node,
    execArgv: ['--import', fileURLToPath(new URL('./parent-port.mjs', import.meta.url))],
    serialization: 'advanced',
    env,
  })
  /** @type {Map<number, Port>} */
  const ports = new Map([[0, parentPort]])

  /** @param {number} id @param {Port} port */
  function passOn(id, port) {
    ports.set(id, port)
    port.on('message', ({ data, ports: [opened] }) => {
      if (opened === undefined) return child.send({ port: id, data })
      const opens = ports.size
      child.send({ port: id, data, opens })
      passOn(opens, opened)
      opened.start()
    })
  }

  child.on('message', (/** @type {{ port: number, data: unknown, closes?: boolean }} */ { port, data, closes }) =>
    closes ? ports.get(port)?.close() : ports.get(port)?.postMessage(data),
  )
  child.on('exit', (code) => process.exit(code ?? 1))
  passOn(0, parentPort)
}

/** @param {object} electronProcess @returns {Port} */
function portOf(electronProcess) {
  const found = 'parentPort' in electronProcess ? electronProcess.parentPort : undefined
  if (!found) throw new Error('This is not a utility process')
  return Object(found)
}
