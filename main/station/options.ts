import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { RUN_SECONDS, RunSeconds } from '#common/inference/manifest'
import { REQUESTS_PER_MINUTE, type ServerName } from '#compose/ports'
import { defaultLibrary } from '#compose/shells/default-library'
import {
  filled,
  flagSentence,
  fromEnvironment,
  numberFrom,
  port,
  SHELL_OPTIONS,
  textFlags,
  wholeFrom,
} from '#compose/shells/options'

/** Every setting of a station with its default. Names are those of the flags; see `--help`. */
const Options = z.object({
  ...SHELL_OPTIONS,
  host: filled.default('127.0.0.1'),
  'studio-port': port.default(9002),
  secrets: z.enum(['file', 'keychain'], 'must be file or keychain').default('file'),
  'requests-per-minute': wholeFrom(0, 10_000_000).default(REQUESTS_PER_MINUTE),
  'image-link-hours': numberFrom(1, 8760).default(24),
  'archive-link-days': numberFrom(1, 365).default(7),
  'model-seconds': z.coerce.number().pipe(RunSeconds).default(RUN_SECONDS),
  cuda: filled
    .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory(), 'must be an existing folder')
    .transform((path) => resolve(path))
    .optional(),
  adopt: z.stringbool().or(z.boolean()).default(false),
  json: z.boolean().default(false),
  version: z.boolean().default(false),
  help: z.boolean().default(false),
})

const SWITCHES = ['adopt', 'json', 'version', 'help']
const HOUR_MS = 3600 * 1000

/** Settings with a value; the others are switches. */
export const TEXTS = Object.keys(Options.shape).filter((name) => !SWITCHES.includes(name))

export interface StationOptions {
  readonly library: string
  readonly host: string
  readonly ports: Readonly<Record<ServerName, number>>
  readonly only: readonly ServerName[]
  readonly secrets: 'file' | 'keychain'
  /** Origin of another machine's management API. */
  readonly remote: string | undefined
  /** `host` or `host:port` of the own network that images may be fetched from. */
  readonly trustedHosts: readonly string[]
  /** Folders with published projects. */
  readonly catalogFolders: readonly string[]
  /** Of one API key, to the management API; 0 is any number. */
  readonly requestsPerMinute: number
  /** How long links of answers work. */
  readonly linkLives: { readonly imageMs: number; readonly archiveMs: number }
  /** Longest time that one run of a model may take, where the model does not say another. */
  readonly runSeconds: number
  /** Holds the CUDA libraries of ONNX Runtime. */
  readonly cudaFolder: string | undefined
  /** How long things stay in the trash. */
  readonly trashDays: number
  /** Accept databases that do not match the files beside them. */
  readonly adopt: boolean
  /** Print one line of JSON when everything answers. */
  readonly json: boolean
  /** Print the version, and nothing else. */
  readonly version: boolean
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
  const given = {
    library: defaultLibrary(environment),
    ...fromEnvironment(environment, [...TEXTS, 'adopt']),
    ...fromFlags(args),
  }
  const parsed = Options.safeParse(given)
  if (!parsed.success) throw new OptionsError(flagSentence(parsed.error, given))
  const { library, host, only, secrets, remote, adopt, json, version, help } = parsed.data
  const ports = {
    management: parsed.data['management-port'],
    inference: parsed.data['inference-port'],
    events: parsed.data['events-port'],
    studio: parsed.data['studio-port'],
  }
  const { 'requests-per-minute': requestsPerMinute, 'trash-days': trashDays } = parsed.data
  const linkLives = {
    imageMs: parsed.data['image-link-hours'] * HOUR_MS,
    archiveMs: parsed.data['archive-link-days'] * 24 * HOUR_MS,
  }
  const more = {
    requestsPerMinute,
    linkLives,
    runSeconds: parsed.data['model-seconds'],
    trashDays,
    cudaFolder: parsed.data.cuda,
    trustedHosts: parsed.data['trusted-hosts'],
    catalogFolders: parsed.data.catalog,
  }
  return { library: resolve(library), host, ports, only, secrets, remote, ...more, adopt, json, version, help }
}

function fromFlags(args: readonly string[]) {
  const flag = { type: 'boolean' } as const
  const options = { ...textFlags(TEXTS), adopt: flag, json: flag, version: flag, help: flag }
  // Not strict: Node's messages do not mention --help.
  const { values, positionals, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  for (const token of tokens) {
    const refusal = token.kind === 'option' ? refusalOf(token) : undefined
    if (refusal !== undefined) throw new OptionsError(refusal)
  }
  if (positionals.length > 0) throw new OptionsError(unknownCommand(positionals))
  return values
}

interface GivenOption {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  /** Whether the value stands behind an equals sign. */
  readonly inlineValue: boolean | undefined
}

/** Why an option cannot stand so; undefined where it can. */
function refusalOf({ name, rawName, value, inlineValue }: GivenOption): string | undefined {
  if (SWITCHES.includes(name)) return value === undefined ? undefined : `${rawName} takes no value.`
  if (!TEXTS.includes(name)) return `Unknown option ${rawName}. Run with --help to see the options.`
  if (value === undefined) return `${rawName} needs a value.`
  // More likely the next option than a value.
  const isOption = value.startsWith('-') && value !== '-' && inlineValue !== true
  return isOption ? `${rawName} needs a value. If the value starts with a dash, write ${rawName}=${value}.` : undefined
}

export const INSTALL_USAGE = 'Usage: models install FILE [options]'

function unknownCommand([first = '', second]: readonly string[]): string {
  if (first === 'models' && second === undefined) return INSTALL_USAGE
  const command = first === 'models' ? `${first} ${second}` : first
  if (command === 'models install') return 'Put "models install" before the options.'
  return `Unknown command "${command}". Run with --help to see the commands.`
}

export const HELP = `Tessera station

  models install FILE      install a model: an .onnx or .zip file, or a folder. With --id cups/1,
                           --name, --classes a,b, --task, --family, --size 640x640, --licence and
                           the --library; the station must not be running (docs/models.md)

  --library DIR            folder of the library (default: your data folder)
  --host ADDRESS           address to listen on (default 127.0.0.1)
  --management-port N      management API (default 9000; 0 takes any free port)
  --inference-port N       inference server (default 9001)
  --events-port N          event store (default 8001)
  --studio-port N          the studio's pages (default 9002)
  --only NAMES             start only these: management,inference,events,studio
  --secrets file|keychain  where the API key is kept (default file)
  --remote URL             management API of another machine, to send projects to and to work on
  --trusted-hosts NAMES    hosts of your own network that images may be fetched from: nas,camera:8080
  --catalog DIRS           folders with published projects that the catalog shows, separated by commas
  --requests-per-minute N  requests per minute that one API key may send (default ${REQUESTS_PER_MINUTE}; 0 = no limit)
  --image-link-hours N     lifetime of links to images, in hours (default 24)
  --archive-link-days N    lifetime of links to archives and weights, in days (default 7)
  --model-seconds N        time limit for loading or running a model, in seconds (default ${RUN_SECONDS}); each model can override it
  --cuda DIR               folder with the CUDA libraries of ONNX Runtime, on Linux (docs/station.md)
  --trash-days N           days until items in the trash are permanently deleted (default 30)
  --adopt                  accept a database that does not match its files; without this flag,
                           such a library opens read-only (docs/library-folder.md)
  --json                   print one line of JSON when all servers answer
  --version                print the version and exit

Each of these options that takes a value, and --adopt, is also an environment variable:
TESSERA_LIBRARY, TESSERA_MANAGEMENT_PORT, TESSERA_ADOPT=true and so on.
TESSERA_REMOTE_KEY is the API key for --remote. It is stored, so set it once.
`
