import { keepEvents } from '#compose/events/event-keeping'
import { machinePorts } from '#compose/machine-ports'
import { buildEvents } from '#servers/events/server'
import { listen } from '#servers/kit/listen'

/** Opens the events of a library with the settings of the environment, and returns the address of their server. */
export async function serveEvents(library: string): Promise<string> {
  const ports = machinePorts()
  const { service: events, largeBodies, settings } = await keepEvents({ ...ports, library })
  const { maxRecordBytes } = settings
  const server = await buildEvents(
    { events, largeBodies },
    { appVersion: '1.2.3', apiKey: undefined, anyHost: false, log: ports.log, maxRecordBytes },
  )
  const { url } = await listen('events', server, { host: '127.0.0.1', port: 0 })
  return url
}
