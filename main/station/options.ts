import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { defaultLibrary } from '#compose/default-library'
import { REQUESTS_PER_MINUTE, type ServerName } from '#compose/ports'
import { TrustedHosts } from '#compose/trusted-hosts'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'

const SERVERS = ['management', 'inference', 'events', 'studio'] as const

/** The address of a server and nothing more: no path, no name or key in it. */
const server = z
  .string()
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  }, 'must be the address of a server, such as http://nas:9000')
  .transform((text) => new URL(text).origin)

const port = z.coerce.number().int().min(0).max(65_535)

/** Every setting of a station with its default. Names are those of the flags; see `--help`. */
const Options = z.object({
  library: z.string().min(1),
  host: z.string().min(1).default('127.0.0.1'),
  'management-port': port.default(9000),
  'inference-port': port.default(9001),
  'events-port': port.default(8001),
  'studio-port': port.default(9002),
  only: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(SERVERS)).min(1))
    .default([...SERVERS]),
  secrets: z.enum(['file', 'keychain']).default('file'),
  remote: server.optional(),
  'trusted-hosts': TrustedHosts.default([]),
  'requests-per-minute': z.coerce.number().int().min(0).max(10_000_000).default(REQUESTS_PER_MINUTE),
  'trash-days': z.coerce.number().int().min(1).max(3650).default(DEFAULT_TRASH_DAYS),
  json: z.boolean().default(false),
  help: z.boolean().default(false),
})

export interface StationOptions {
  readonly library: string
  readonly host: string
  readonly ports: Readonly<Record<ServerName, number>>
  readonly only: readonly ServerName[]
  readonly secrets: 'file' | 'keychain'
  /** Origin of another machine's management API. */
  readonly remote: string | undefined
  /** `host` or `host:port` of the own network that pictures may be fetched from. */
  readonly trustedHosts: readonly string[]
  /** Of one API key, to the management API; 0 is any number. */
  readonly requestsPerMinute: number
  /** How long things stay in the trash. */
  readonly trashDays: number
  /** Print one line of JSON when everything answers. */
  readonly json: boolean
  readonly help: boolean
}

/** Wrong words on the command line or in the environment; the message names the flag. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError'
}

/** Settings from flags, else from the environment (`TESSERA_LIBRARY`, `TESSERA_MANAGEMENT_PORT` …), else the defaults. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StationOptions {
  const parsed = Options.safeParse({
    library: defaultLibrary(environment),
    ...fromEnvironment(environment),
    ...fromFlags(args),
  })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new OptionsError(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not usable'}`)
  }
  const { library, host, only, secrets, remote, json, help } = parsed.data
  const ports = {
    management: parsed.data['management-port'],
    inference: parsed.data['inference-port'],
    events: parsed.data['events-port'],
    studio: parsed.data['studio-port'],
  }
  const { 'requests-per-minute': requestsPerMinute, 'trash-days': trashDays } = parsed.data
  const more = { requestsPerMinute, trashDays, trustedHosts: parsed.data['trusted-hosts'] }
  return { library: resolve(library), host, ports, only, secrets, remote, ...more, json, help }
}

function fromFlags(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    ...{ library: text, host: text, only: text, secrets: text, remote: text, json: flag, help: flag },
    ...{ 'trash-days': text, 'trusted-hosts': text },
    ...{ 'management-port': text, 'inference-port': text, 'events-port': text, 'studio-port': text },
    'requests-per-minute': text,
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (failure) {
    throw new OptionsError(failure instanceof Error ? failure.message : String(failure))
  }
}

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const names = [
    'library',
    'host',
    'only',
    'secrets',
    'remote',
    'trusted-hosts',
    'requests-per-minute',
    'trash-days',
    ...SERVERS.map((name) => `${name}-port`),
  ]
  const found = names.map((name) => [name, environment[`TESSERA_${name.toUpperCase().replaceAll('-', '_')}`]] as const)
  return Object.fromEntries(found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

export const HELP = `Tessera station

  --library DIR            folder of the library (default: your data folder)
  --host ADDRESS           address to listen on (default 127.0.0.1)
  --management-port N      management API (default 9000; 0 takes any free port)
  --inference-port N       inference server (default 9001)
  --events-port N          event store (default 8001)
  --studio-port N          the studio's pages (default 9002)
  --only NAMES             start some alone: management,inference,events,studio
  --secrets file|keychain  where the API key is kept (default file)
  --remote URL             management API of another machine, to send projects to
  --trusted-hosts NAMES    hosts of your own network that pictures may be fetched from: nas,camera:8080
  --requests-per-minute N  of one API key to the management API (default ${REQUESTS_PER_MINUTE}; 0 is any)
  --trash-days N           days until what is in the trash is deleted for good (default 30)
  --json                   print one line of JSON when all servers answer

Each is also an environment variable: TESSERA_LIBRARY, TESSERA_MANAGEMENT_PORT and so on.
TESSERA_REMOTE_KEY is the API key for --remote. It is kept with the other keys, so it is needed once.
`
