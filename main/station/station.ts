import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { sentenceOf } from '#common/messages/sentence'
import { type FaultyStore, FILE_FOLDERS, faultFound, storeFiles } from '#common/stores/faults'
import { eventsKeyIn } from '#compose/events/event-settings'
import { machinePorts } from '#compose/machine-ports'
import type { SecretStore, ShellPorts } from '#compose/ports'
import { fileSecrets } from '#compose/secrets/file'
import { probeKeychain } from '#compose/secrets/keychain'
import { remoteOf } from '#compose/shells/options'
import { restartableStudio } from '#compose/shells/restartable'
import { logStrayFailures } from '#compose/shells/stray-failures'
import { createStudio, type Studio } from '#compose/studio'
import { installModel, readInstallCommand } from './install-model.ts'
import { HELP, OptionsError, readOptions, type StationOptions } from './options.ts'

/** A stop that takes longer than this is ended hard; everything acknowledged is on disk by then. */
const STOP_MS = 4500
const SECRETS_FILE = 'secrets.json'

/** The headless shell: reads the flags, starts everything, prints where it is, and stops on a signal. `parts` tell where a bundle keeps what it starts. */
export async function runStation(args: readonly string[], parts: Partial<ShellPorts> = {}): Promise<void> {
  try {
    const command = readInstallCommand(args)
    const options = readOptions(command?.settings ?? args, process.env)
    if (options.help || options.version) {
      process.stdout.write(options.help ? HELP : `${readVersion()}\n`)
      return
    }
    const ports = { ...(await shellPorts(options)), ...parts }
    logStrayFailures(ports.log)
    if (command) return await installModel(await createStudio({ ...ports, only: [] }), command)
    const studio = await restartableStudio(ports, {
      onRestarted: (started) => announce(options, started),
      onFailed: fail,
    })
    // Whoever reads the addresses may stop the station at once, and it must end in order then too.
    stopOnSignal(studio)
    announce(options, await studio.current())
  } catch (failure) {
    fail(failure)
  }
}

function fail(failure: unknown): void {
  process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`)
  process.exitCode = failure instanceof OptionsError ? 2 : 1
  // Whatever was started already must not keep a station alive that did not come up.
  process.exit()
}

async function shellPorts(options: StationOptions): Promise<ShellPorts> {
  const { library, host, ports, only, remote, adopt, requestsPerMinute, trashDays, trustedHosts, ...rest } = options
  const { catalogFolders, linkLives, runSeconds, cudaFolder } = rest
  return {
    library,
    host,
    ports,
    only,
    adopt,
    trashDays,
    trustedHosts,
    catalogFolders,
    linkLives,
    runSeconds,
    cudaFolder,
    shell: 'station',
    pages: fileURLToPath(new URL('../../dist/renderer', import.meta.url)),
    secrets: await openSecrets(options),
    ...machinePorts(),
    appVersion: readVersion(),
    eventsKey: eventsKeyIn(process.env),
    rateLimit: { perMinute: requestsPerMinute },
    remote: remoteOf(remote, process.env),
  }
}

async function openSecrets({ secrets, library }: StationOptions): Promise<SecretStore> {
  if (secrets === 'file') return fileSecrets(join(library, SECRETS_FILE))
  const keychain = await probeKeychain(library)
  if (keychain.isUsable) return keychain.store
  throw new Error(
    `${sentenceOf(keychain.reason)}. Start without --secrets keychain to keep the key in a file that only you can read.`,
  )
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

function announce({ json, library, secrets }: StationOptions, studio: Studio): void {
  const { servers, workspace, apiKey, token, readOnly } = studio
  const address = servers.studio && `${servers.studio.url}/?token=${token}`
  warn(studio)
  if (json) {
    const { management, inference, events } = servers
    const urls = { management: management?.url, inference: inference?.url, events: events?.url, studio: address }
    const found = readOnly.map((faulty) => ({ ...faulty, found: faultFound(faulty) }))
    process.stdout.write(`${JSON.stringify({ ...urls, workspace, apiKey: apiKey.secret, readOnly: found })}\n`)
    return
  }
  const place = secrets === 'file' ? join(library, SECRETS_FILE) : 'the system keychain'
  const lines = [
    ['library', library],
    ['workspace', workspace],
    ...Object.entries(servers).flatMap(([name, server]) => (server && name !== 'studio' ? [[name, server.url]] : [])),
    ['API key', apiKey.isNew ? `${apiKey.secret}  (new; kept in ${place})` : `kept in ${place}`],
  ]
  const table = lines.map(([name = '', value = '']) => `  ${name.padEnd(11)} ${value}`).join('\n')
  process.stdout.write(`Tessera\n${table}\n\n${address ? `Open ${address}\n` : ''}`)
}

function warn({ readOnly, apiKey }: Studio): void {
  for (const faulty of readOnly) process.stderr.write(`${warningOf(faulty)}\n`)
  if (apiKey.isReplacing) process.stderr.write(`${KEY_REPLACED}\n`)
}

const KEY_REPLACED =
  'The first API key is damaged in the library and no longer works, so a new one was made. Update your scripts, and revoke the damaged key on the API keys screen.'

/** A warning of the fault found at the start, with its remedy. */
function warningOf(faulty: FaultyStore): string {
  const [what, files] = faulty.store === 'library' ? ['library', 'images'] : ['event store', 'media files']
  const found = `The ${what} is read-only: ${faultFound(faulty)}. Nothing has been changed.`
  if (faulty.fault === 'files-missing')
    return [
      found,
      `  - Stop Tessera, mount ${FILE_FOLDERS[faulty.store]} or copy it back, and start again. You lose nothing.`,
      `  - Or start once with --adopt to go on without these ${files}.`,
    ].join('\n')
  const isApart = faulty.fault === 'files-foreign'
  return [
    found,
    `  - Stop Tessera, move ${storeFiles(faulty.store).join(', ')} out of the library's folder,`,
    `    copy all the correct files into it, and start again. You lose nothing if they are the latest ones.`,
    ...(isApart ? [`    If these are already the correct ones, replace ${FILE_FOLDERS[faulty.store]} instead.`] : []),
    `  - Or start once with --adopt to accept the library and the event store as they are. Data that exists only in the correct`,
    `    files is lost; a database that is missing or cannot be rebuilt is replaced by an empty one, and unreferenced ${files}`,
    `    are permanently deleted after 30 days.`,
  ].join('\n')
}

function stopOnSignal(studio: Pick<Studio, 'stop'>): void {
  let isStopping = false
  async function stop() {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await studio.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}
