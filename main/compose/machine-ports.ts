import { randomBytes } from 'node:crypto'
import pino from 'pino'
import type { ShellPorts } from './ports.ts'

/** What both shells take from the machine itself: its clock, its chance, and standard error for the log. */
export function machinePorts(): Pick<ShellPorts, 'clock' | 'random' | 'log'> {
  return {
    clock: { now: () => new Date() },
    random: { id: randomId, hex: (bytes) => randomBytes(bytes).toString('hex') },
    log: pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true })),
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 20 letters and digits: 119 random bits. */
function randomId(): string {
  let id = ''
  while (id.length < 20) {
    // 248 is the largest multiple of 62 in a byte; larger values would favour the first letters.
    for (const byte of randomBytes(32)) if (byte < 248 && id.length < 20) id += LETTERS[byte % 62] ?? ''
  }
  return id
}
