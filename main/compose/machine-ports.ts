import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { logRing } from '#servers/inference/log-ring'
import { eventSettings } from './events/event-settings.ts'
import { inferenceSettings } from './inference-settings.ts'
import type { ShellPorts } from './ports.ts'

/**
 * What both shells take from the machine itself: its clock, its chance, standard error for the warnings of the log, and what its
 * environment says of inference and of events.
 */
export function machinePorts(): Pick<ShellPorts, 'clock' | 'random' | 'log' | 'logs' | 'inference' | 'events'> {
  const logs = logRing()
  const streams = [
    { level: 'warn' as const, stream: pino.destination({ fd: 2, sync: true }) },
    { level: 'info' as const, stream: logs },
  ]
  return {
    clock: { now: () => new Date() },
    random: { id: randomId, hex: randomHex },
    log: pino({ level: 'info' }, pino.multistream(streams)),
    logs,
    inference: inferenceSettings(process.env),
    events: eventSettings(process.env),
  }
}

/** Asking the system for a few bytes costs as much as asking for a thousand. */
const DRAWN_BYTES = 4096
let drawn = Buffer.alloc(0)

/** Each byte is handed out once. */
function draw(bytes: number): Buffer {
  if (drawn.length < bytes) drawn = randomBytes(Math.max(bytes, DRAWN_BYTES))
  const taken = drawn.subarray(0, bytes)
  drawn = drawn.subarray(bytes)
  return taken
}

function randomHex(bytes: number): string {
  return draw(bytes).toString('hex')
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 20 letters and digits: 119 random bits. */
function randomId(): string {
  let id = ''
  while (id.length < 20) {
    // 248 is the largest multiple of 62 in a byte; larger values would favour the first letters.
    for (const byte of draw(24)) if (byte < 248 && id.length < 20) id += LETTERS[byte % 62] ?? ''
  }
  return id
}
