import { randomUUID } from 'node:crypto'
import { readOnlyRefusal } from '#common/stores/faults'
import { remoteReconstructor } from '#remote/reconstruction/reconstructor'
import { buildEvents } from '#servers/events/server'
import { buildInference } from '#servers/inference/server'
import { type Listening, listen, type Server } from '#servers/kit/listen'
import { buildManagement } from '#servers/management/server'
import { type ForwardingOptions, forwardedStudio } from '#servers/studio/forwarding/forwarding'
import { buildStudio } from '#servers/studio/server'
import type { ServerName, ShellPorts } from './ports.ts'
import type { Program, RunningServers } from './program.ts'
import { contractHash } from './remote/contract-hash.ts'
import { ifRemoteJson } from './remote/remote-json.ts'
import { managementServices } from './services/management.ts'
import { studioServices } from './services/studio.ts'

/** Builds and starts the servers that the shell asked for. When one cannot start, those that did are closed again. */
export async function startServers(
  ports: ShellPorts,
  program: Program,
): Promise<{ running: RunningServers; close(): Promise<void> }> {
  checkKeys(ports)
  const running: Partial<Record<ServerName, Listening>> = {}
  const open: Server[] = []
  const close = async () => void (await Promise.all(open.map(closeServer)))
  try {
    for (const name of ports.only) {
      const server = await SERVERS[name](ports, { ...program, running })
      running[name] = await listen(name, server, { host: ports.host, port: ports.ports[name] })
      open.push(server)
    }
  } catch (failure) {
    await close()
    throw failure
  }
  return { running, close }
}

/** Requests that are under way get this long to end; a sender that went away would hold the server much longer. */
const GRACE_MS = 1500

async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), GRACE_MS)
  await server.close().finally(() => clearTimeout(cut))
}

type Running = Program & { readonly running: RunningServers }

/** The servers by their names. */
const SERVERS: Readonly<Record<ServerName, (ports: ShellPorts, program: Running) => Promise<Server>>> = {
  management(ports, program) {
    const { stores, adapters, services, linkSecret } = program
    const faulty = stores.readOnly.find(({ store }) => store === 'library')
    return buildManagement(managementServices(adapters, services), {
      ...commonOptions(ports),
      linkSecret,
      linkLives: ports.linkLives,
      rateLimit: ports.rateLimit,
      readOnly: faulty && readOnlyRefusal(faulty),
      forwarded: (server) => forwardedStudio(server, studioServices(ports, program), forwardingOptions(ports)),
    })
  },

  inference(ports, { services: { inference, fetcher } }) {
    const { allowedOrigins, keepsLogits, reconstructionUrl: url } = ports.inference
    const reconstructor = url === undefined ? undefined : remoteReconstructor({ url, ifJson: ifRemoteJson })
    const services = { inference, fetcher, logs: ports.logs, keepsLogits, reconstructor }
    return buildInference(services, { ...commonOptions(ports), serverId: randomUUID(), allowedOrigins })
  },

  events(ports, { events: { service: events, largeBodies, settings } }) {
    const { maxRecordBytes } = settings
    return buildEvents({ events, largeBodies }, { ...commonOptions(ports), apiKey: ports.eventsKey, maxRecordBytes })
  },

  studio(ports, program) {
    const { token, sessions } = program
    return buildStudio(studioServices(ports, program), { ...commonOptions(ports), token, sessions, pages: ports.pages })
  },
}

function commonOptions({ appVersion, log, host }: ShellPorts) {
  return { appVersion, log, anyHost: !isLoopback(host) }
}

/** Other Tesseras are answered as whoever holds their key. */
function forwardingOptions({ appVersion, log }: ShellPorts): ForwardingOptions {
  return {
    appVersion,
    contract: contractHash,
    logFailure: (message, failure) => log.error(failure, message),
    holderOf({ caller }) {
      if (caller === undefined) throw new Error('A request came to the forwarded studio without a key')
      return caller
    },
  }
}

/** On an address that other machines reach, the event store is not opened without a key. */
function checkKeys({ host, only, eventsKey }: ShellPorts): void {
  if (isLoopback(host) || !only.includes('events') || eventsKey !== undefined) return
  throw new Error(
    `--host ${host} accepts connections from other computers. Set API_KEY for the event store, or exclude it: --only management,inference,studio.`,
  )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
