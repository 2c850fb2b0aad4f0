import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessagePortMain } from 'electron'
import { eventsKeyIn } from '#compose/events/event-settings'
import { machinePorts } from '#compose/machine-ports'
import { REQUESTS_PER_MINUTE } from '#compose/ports'
import { prepareRuntime } from '#compose/runtime'
import { askingSecrets } from '#compose/secrets/asking'
import { bundledParts } from '#compose/shells/bundled'
import { remoteOf } from '#compose/shells/options'
import { type RestartableStudio, restartableStudio } from '#compose/shells/restartable'
import { logStrayFailures } from '#compose/shells/stray-failures'
import type { Studio } from '#compose/studio'
import { failureMessage } from '#core/system-failure'
import { startChildrenWith } from '#processes/start'
import { launching } from './launching.ts'
import { type CoreSettings, type FromCore, type RefusedStart, ToCore } from './messages.ts'

/**
 * The core of the desktop app, in a utility process of its own: it is told to start, is handed the channels of pages, and is
 * told to stop. It knows of Electron no more than the port to its parent.
 */
let running: Promise<RestartableStudio | undefined> | undefined

prepareRuntime()
const children = launching(tell)
startChildrenWith(children.start)

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
    case 'ask-tasks':
      void tellTasks()
      break
    case 'line':
    case 'born':
    case 'ended':
      children.hear(message, port)
      break
  }
})

/** The studio, or undefined when it could not be started. The parent ends this process when it has heard why. */
async function start(settings: CoreSettings): Promise<RestartableStudio | undefined> {
  try {
    const studio = await open(settings)
    tellReady(await studio.current())
    return studio
  } catch (failure) {
    tellRefused(failure)
    return undefined
  }
}

/** Told again after a start in place: pages are handed new channels then. */
function tellReady({ servers, token, apiKey }: Studio): void {
  tell({ kind: 'ready', origin: servers.studio?.url ?? '', token, apiKey: apiKey.secret })
}

function tellRefused(failure: unknown): void {
  writeFailure(failure)
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  tell({ kind: 'refused', reason: failureMessage(failure), about: aboutOf(code) })
}

function aboutOf(code: string): RefusedStart {
  if (code === 'port-in-use') return 'port'
  return LIBRARY_UNUSABLE.has(code) ? 'library' : 'other'
}

/** Codes of a library that cannot be opened as it is, or where it is. */
const LIBRARY_UNUSABLE = new Set([
  'folder-unusable',
  'file-unusable',
  'folder-locked',
  'database-newer',
  'no-room-for-copy',
])

function writeFailure(failure: unknown): void {
  process.stderr.write(`${failure instanceof Error ? failure.stack : String(failure)}\n`)
}

async function open({ library, remote, ...settings }: CoreSettings): Promise<RestartableStudio> {
  const secretsFile = join(library, 'secrets.json')
  const ports = {
    ...settings,
    ...machinePorts(),
    eventsKey: eventsKeyIn(process.env),
    rateLimit: { perMinute: REQUESTS_PER_MINUTE },
    ...bundledParts(import.meta.url),
    remote: remoteOf(remote, process.env),
    library,
    shell: 'desktop' as const,
    host: '127.0.0.1',
    secrets: await askingSecrets(secretsFile, () => existsSync(secretsFile)),
  }
  logStrayFailures(ports.log)
  return restartableStudio(ports, { onRestarted: tellReady, onFailed: tellRefused })
}

async function connect(port: MessagePortMain): Promise<void> {
  const studio = await (await running)?.current()
  if (studio === undefined) return
  studio.connect(port)
  port.start()
}

/** None where they cannot be read: nobody is kept from ending the program for that. */
async function tellTasks(): Promise<void> {
  const studio = await (await running)?.current()
  const titles = await studio?.openTasks().catch(() => [])
  tell({ kind: 'tasks', titles: [...(titles ?? [])] })
}

async function stop(): Promise<void> {
  try {
    const studio = await running
    await studio?.stop()
    process.exit(0)
  } catch (failure) {
    writeFailure(failure)
    process.exit(1)
  }
}

function tell(message: FromCore): void {
  process.parentPort.postMessage(message)
}
