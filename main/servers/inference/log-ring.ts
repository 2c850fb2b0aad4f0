import { z } from 'zod'

/** One entry of the log, as `/logs` tells it. */
export interface LogEntry {
  /** ISO 8601. */
  readonly timestamp: string
  readonly level: LogLevel
  readonly logger: string
  readonly message: string
  readonly module: string | null
  /** The program does not know the lines of its own source. */
  readonly line: null
}

const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** The last entries of the log. */
export interface LogRing {
  /** One line of the log, as JSON. */
  write(line: string): void
  /** The kept entries, oldest first. */
  entries(): readonly LogEntry[]
}

const MOST_ENTRIES = 1000
/** Longer ones are cut: a thousand of them stay in memory. */
const MOST_CHARACTERS = 16_384

const Line = z.object({
  time: z.number(),
  level: z.number(),
  msg: z.string().default(''),
  name: z.string().optional(),
  err: z.object({ message: z.string() }).optional().catch(undefined),
})

/** Keeps the last thousand lines as they are; they are read when somebody asks. */
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

/** Pino counts in tens, from 10 for the finest. */
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
