import { z } from 'zod'

/** An entry of the log as in `/logs`. */
export interface LogEntry {
  /** ISO 8601. */
  readonly timestamp: string
  readonly level: LogLevel
  readonly logger: string
  readonly message: string
  readonly module: string | null
  /** Always null: source lines are unknown. */
  readonly line: null
}

const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** The latest entries of the log. */
export interface LogRing {
  /** Adds a line of the log, as JSON. */
  write(line: string): void
  /** Returns the kept entries, oldest first. */
  entries(): readonly LogEntry[]
}

const MOST_ENTRIES = 1000
/** Longer ones are truncated, since a thousand of them are kept in memory. */
const MOST_CHARACTERS = 16_384

const Line = z.object({
  time: z.number(),
  level: z.number(),
  msg: z.string().default(''),
  name: z.string().optional(),
  err: z.object({ message: z.string() }).optional().catch(undefined),
})

/** Keeps the last thousand lines unparsed until they are requested. */
export function logRing(): LogRing {
  let lines: string[] = []
  return {
    write(line) {
      if (lines.length >= 2 * MOST_ENTRIES) lines = lines.slice(-MOST_ENTRIES)
      lines.push(line)
    },
    entries: () => lines.slice(-MOST_ENTRIES).flatMap(toEntry),
  }
}

function toEntry(line: string): LogEntry[] {
  const parsed = Line.safeParse(parseJson(line))
  if (!parsed.success) return []
  const { time, level, msg, name, err } = parsed.data
  const message = (msg || err?.message || '').slice(0, MOST_CHARACTERS)
  const timestamp = new Date(time).toISOString()
  return [{ timestamp, level: levelOf(level), logger: name ?? 'tessera', message, module: null, line: null }]
}

/** Pino's levels are multiples of ten, from 10 for the finest. */
function levelOf(level: number): LogLevel {
  return LOG_LEVELS[Math.min(LOG_LEVELS.length - 1, Math.max(0, Math.floor(level / 10) - 2))] ?? 'INFO'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
