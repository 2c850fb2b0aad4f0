import { randomUUID } from 'node:crypto'
import { readOnlyRefusal } from '#common/stores/faults'
import { remoteReconstructor } from '#remote/reconstruction/reconstructor'
import { buildEvents } from '#servers/events/server'
import { buildInference } from '#servers/inference/server'
import { type Listening, listen, type Server } from '#servers/kit/listen'
import { buildManagement } from '#servers/management/server'
import { type ForwardingOptions, forwardedStudio } from '#servers/studio/forwarding/forwarding'
import { buildStudio } from '#servers/studio/server'
import type { Parts, RunningServers } from './parts.ts'
import type { ServerName, ShellPorts } from './ports.ts'
import { contractHash } from './remote/contract-hash.ts'
import { ifRemoteJson } from './remote/remote-json.ts'
import { managementServices } from './services/management.ts'
import { studioServices } from './services/studio.ts'

/** Builds and starts the servers that the shell asked for. When one cannot start, those that did are closed again. */
export async function startServers(
  ports: ShellPorts,
  parts: Parts,
): Promise<{ running: RunningServers; close(): Promise<void> }> {
  checkKeys(ports)
  const running: Partial<Record<ServerName, Listening>> = {}
  const open: Server[] = []
  const close = async () => void (await Promise.all(open.map(closeServer)))
  try {
    for (const name of ports.only) {
      const server = await build(name, ports, { ...parts, running })
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

async function build(name: ServerName, ports: ShellPorts, parts: Parts & { running: RunningServers }): Promise<Server> {
  const { appVersion, log, eventsKey: apiKey } = ports
  const common = { appVersion, log, anyHost: !isLoopback(ports.host) }
  switch (name) {
    case 'management': {
      const services = managementServices(parts.foundation, parts.services)
      const faulty = parts.stores.readOnly.find(({ store }) => store === 'library')
      const readOnly = faulty && readOnlyRefusal(faulty)
      return buildManagement(services, {
        ...common,
        linkSecret: parts.linkSecret,
        linkLives: ports.linkLives,
        rateLimit: ports.rateLimit,
        readOnly,
        forwarded: (server) => forwardedStudio(server, studioServices(ports, parts), forwardingOptions(ports)),
      })
    }
    case 'inference': {
      const { inference, fetcher } = parts.services
      const { allowedOrigins, keepsLogits, reconstructionUrl: url } = ports.inference
      const reconstructor = url === undefined ? undefined : remoteReconstructor({ url, ifJson: ifRemoteJson })
      const services = { inference, fetcher, logs: ports.logs, keepsLogits, reconstructor }
      return buildInference(services, { ...common, serverId: randomUUID(), allowedOrigins })
    }
    case 'events': {
      const { service: events, largeBodies, settings } = parts.events
      return buildEvents({ events, largeBodies }, { ...common, apiKey, maxRecordBytes: settings.maxRecordBytes })
    }
    case 'studio':
      return buildStudio(studioServices(ports, parts), {
        ...common,
        token: parts.token,
        sessions: parts.sessions,
        pages: ports.pages,
      })
  }
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
