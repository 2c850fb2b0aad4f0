import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessagePortMain } from 'electron'
import { machinePorts } from '#compose/machine-ports'
import { REQUESTS_PER_MINUTE } from '#compose/ports'
import { prepareRuntime } from '#compose/runtime'
import { askingSecrets } from '#compose/secrets/asking'
import { bundledParts } from '#compose/shells/bundled'
import { remoteOf } from '#compose/shells/options'
import { createStudio, type Studio } from '#compose/studio'
import { type CoreSettings, type FromCore, ToCore } from './messages.ts'

/**
 * The core of the desktop program, in a utility process of its own: it is told to start, is handed the channels of pages, and is
 * told to stop. It knows of Electron no more than the port to its parent.
 */
let running: Promise<Studio | undefined> | undefined

prepareRuntime()

process.parentPort.on('message', ({ data, ports: [port] }) => {
  const message = ToCore.parse(data)
  switch (message.kind) {
    case 'start':
      running ??= start(message.settings)
      break
    case 'connect':
      if (port !== undefined) void connect(port)
      break
    case 'stop':
      void stop()
      break
  }
})

/** Undefined when the studio could not be started. The parent ends this process when it has heard why. */
async function start(settings: CoreSettings): Promise<Studio | undefined> {
  try {
    const studio = await open(settings)
    tell({ kind: 'ready', origin: studio.servers.studio?.url ?? '', token: studio.token, apiKey: studio.apiKey.secret })
    return studio
  } catch (failure) {
    process.stderr.write(`${failure instanceof Error ? failure.stack : String(failure)}\n`)
    tell({ kind: 'refused', reason: failure instanceof Error ? failure.message : String(failure) })
    return undefined
  }
}

async function open({ library, remote, ...settings }: CoreSettings): Promise<Studio> {
  const secretsFile = join(library, 'secrets.json')
  return createStudio({
    ...settings,
    ...machinePorts(),
    eventsKey: process.env['API_KEY'],
    rateLimit: { perMinute: REQUESTS_PER_MINUTE },
    ...bundledParts(import.meta.url),
    remote: remoteOf(remote, process.env),
    library,
    shell: 'desktop',
    host: '127.0.0.1',
    secrets: await askingSecrets(secretsFile, () => existsSync(secretsFile)),
  })
}

async function connect(port: MessagePortMain): Promise<void> {
  const studio = await running
  if (studio === undefined) return
  studio.connect(port)
  port.start()
}

async function stop(): Promise<void> {
  const studio = await running
  await studio?.stop()
  process.exit(0)
}

function tell(message: FromCore): void {
  process.parentPort.postMessage(message)
}
