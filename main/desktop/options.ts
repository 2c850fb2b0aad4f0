import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { defaultLibrary } from '#compose/default-library'
import { TrustedHosts } from '#compose/trusted-hosts'
import type { CoreSettings } from './core/messages.ts'

const SERVERS = ['management', 'inference', 'events', 'studio'] as const

const port = z.coerce.number().int().min(0).max(65_535)

/** Every setting of the desktop with its default. Names are those of the flags, and of the station's. */
const Options = z.object({
  attach: z.string().min(1).optional(),
  library: z.string().min(1),
  'management-port': port.default(9000),
  'inference-port': port.default(9001),
  'events-port': port.default(8001),
  only: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(SERVERS)).min(1))
    .default([...SERVERS]),
  'trusted-hosts': TrustedHosts.default([]),
})

export type DesktopOptions =
  | { readonly mode: 'attach'; readonly station: string }
  | { readonly mode: 'embedded'; readonly core: Pick<CoreSettings, 'library' | 'only' | 'ports' | 'trustedHosts'> }
  | { readonly mode: 'wrong'; readonly reason: string }

export interface Surroundings {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Settings from flags, else from the environment (`TESSERA_LIBRARY` …), else the defaults. Flags of Chromium are passed over. */
export function readDesktopOptions({ args, environment }: Surroundings): DesktopOptions {
  const library = defaultLibrary(environment)
  const parsed = Options.safeParse({ library, ...fromEnvironment(environment), ...fromFlags(args) })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return { mode: 'wrong', reason: `--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not usable'}` }
  }
  const { data } = parsed
  if (data.attach !== undefined) return { mode: 'attach', station: data.attach }
  const ports = {
    management: data['management-port'],
    inference: data['inference-port'],
    events: data['events-port'],
    // The window finds its own core; nobody else needs to know where it listens.
    studio: 0,
  }
  const only = [...new Set([...data.only, 'studio' as const])]
  return {
    mode: 'embedded',
    core: { library: resolve(data.library), only, ports, trustedHosts: data['trusted-hosts'] },
  }
}

function fromFlags(args: readonly string[]): Record<string, unknown> {
  const text = { type: 'string' } as const
  const ports = { 'management-port': text, 'inference-port': text, 'events-port': text }
  const options = { attach: text, library: text, only: text, 'trusted-hosts': text, ...ports }
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true }).values
}

function fromEnvironment(environment: Surroundings['environment']): Record<string, string> {
  const names = ['attach', 'library', 'only', 'management-port', 'inference-port', 'events-port', 'trusted-hosts']
  const found = names.map((name) => [name, environment[`TESSERA_${name.toUpperCase().replace('-', '_')}`]] as const)
  return Object.fromEntries(found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
