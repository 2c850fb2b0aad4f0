import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { z } from 'zod'
import { type CoreSettings, FromCore, type ToCore } from '#desktop/core/messages'
import type { CoreNews } from '#desktop/core/supervisor'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import type { StudioClient } from './station-process.ts'

const Envelope = z.object({ port: z.number(), data: z.unknown() })

/** The desktop's built core in a plain Node process, with the protocol of the desktop's main process. */
export interface CoreInNode {
  /** Returns the next message of the core. */
  heard(): Promise<CoreNews>
  /** Passes it one end of a channel and makes calls over the other. */
  connect(): StudioClient
  post(message: ToCore): void
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

export function forkCore(settings: CoreSettings): CoreInNode {
  const child = fork(fromRoot('dist/desktop/core-process.mjs'), [], {
    execArgv: ['--import', fromRoot('test/kit/parent-port.mjs')],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let count = 0
  child.send({ port: 0, data: { kind: 'start', settings } })
  return {
    async heard() {
      for (;;) {
        const [message] = await once(child, 'message')
        const { port, data } = Envelope.parse(message)
        const told = port === 0 ? FromCore.parse(data) : undefined
        if (told?.kind === 'ready' || told?.kind === 'refused') return told
      }
    },
    connect() {
      count += 1
      child.send({ port: 0, data: { kind: 'connect' }, opens: count })
      return createORPCClient(new RPCLink({ port: farEnd(child, count) }))
    },
    post: (data) => void child.send({ port: 0, data }),
    ended: once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null)),
  }
}

function farEnd(child: ChildProcess, id: number) {
  const port = new EventEmitter()
  child.on('message', (message) => {
    const envelope = Envelope.parse(message)
    if (envelope.port === id) port.emit('message', { data: envelope.data })
  })
  child.on('exit', () => port.emit('close'))
  return {
    on: (event: string, listener: (event?: { data: unknown }) => void) => void port.on(event, listener),
    postMessage: (data: unknown) => void child.send({ port: id, data }),
  }
}
