import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { defaultLibrary } from '#compose/shells/default-library'
import { filled, flagSentence, fromEnvironment, SHELL_OPTIONS, textFlags } from '#compose/shells/options'
import type { CoreSettings } from './core/messages.ts'

/** Every setting of the desktop with its default. Names are those of the flags, and of the station's. */
const Options = z.object({ ...SHELL_OPTIONS, attach: filled.optional() })

const NAMES = Object.keys(Options.shape)

export type DesktopOptions =
  | { readonly mode: 'attach'; readonly station: string }
  | {
      readonly mode: 'embedded'
      readonly core: Omit<CoreSettings, 'pages' | 'appVersion'>
      readonly isLibraryNamed: boolean
    }
  | { readonly mode: 'wrong'; readonly reason: string }

export interface Surroundings {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Settings from flags, else from the environment (`TESSERA_LIBRARY` …), else the defaults. Flags of Chromium are passed over. */
export function readDesktopOptions({ args, environment }: Surroundings): DesktopOptions {
  const named = { ...fromEnvironment(environment, NAMES), ...fromFlags(args) }
  const given = { library: defaultLibrary(environment), ...named }
  const parsed = Options.safeParse(given)
  if (!parsed.success) return { mode: 'wrong', reason: flagSentence(parsed.error, given) }
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
  const { remote, 'trusted-hosts': trustedHosts, 'trash-days': trashDays, catalog: catalogFolders } = data
  const others = { remote, trustedHosts, trashDays, catalogFolders }
  const core = { library: resolve(data.library), only, ports, ...others }
  return { mode: 'embedded', core, isLibraryNamed: 'library' in named }
}

function fromFlags(args: readonly string[]): Record<string, unknown> {
  return parseArgs({ args: [...args], options: textFlags(NAMES), strict: false, allowPositionals: true }).values
}
