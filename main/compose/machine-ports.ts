import pino from 'pino'
import { logRing } from '#servers/inference/log-ring'
import { eventSettings } from './events/event-settings.ts'
import { inferenceSettings } from './inference-settings.ts'
import { freshHex, freshId } from './labelling/fresh-id.ts'
import type { ShellPorts } from './ports.ts'

/**
 * The ports that both shells take from the machine itself: its clock, its randomness, standard error for warnings of the log, and the
 * settings of inference and events in its environment.
 */
export function machinePorts(): Pick<ShellPorts, 'clock' | 'random' | 'log' | 'logs' | 'inference' | 'events'> {
  const logs = logRing()
  const streams = [
    { level: 'warn' as const, stream: pino.destination({ fd: 2, sync: true }) },
    { level: 'info' as const, stream: logs },
  ]
  return {
    clock: { now: () => new Date() },
    random: { id: freshId, hex: freshHex },
    log: pino({ level: 'info' }, pino.multistream(streams)),
    logs,
    inference: inferenceSettings(process.env),
    events: eventSettings(process.env),
  }
}
