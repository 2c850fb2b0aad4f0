import { resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'
import { TrustedHosts } from './trusted-hosts.ts'

export const SERVERS = ['management', 'inference', 'events', 'studio'] as const

/** The address of a server and nothing more: no path, no name or key in it. */
const server = z
  .string()
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  }, 'must be the address of a server, such as http://nas:9000')
  .transform((text) => new URL(text).origin)

export const port = z.coerce.number().int().min(0).max(65_535)

/** The settings that both shells have, with their defaults. Names are those of the flags; the studio's port is the station's own. */
export const SHELL_OPTIONS = {
  library: z.string().min(1),
  'management-port': port.default(9000),
  'inference-port': port.default(9001),
  'events-port': port.default(8001),
  only: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(SERVERS)).min(1))
    .default([...SERVERS]),
  remote: server.optional(),
  'trusted-hosts': TrustedHosts.default([]),
  /** Folders with published projects, parted by commas. */
  catalog: z
    .string()
    .transform((list) => list.split(',').map((folder) => folder.trim()))
    .transform((list) => list.filter((folder) => folder !== '').map((folder) => resolve(folder)))
    .default([]),
  'trash-days': z.coerce.number().int().min(1).max(3650).default(DEFAULT_TRASH_DAYS),
} as const

/** `TESSERA_TRASH_DAYS` for the flag `trash-days`, of those that are set. */
export function fromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> {
  const found = names.map((name) => [name, environment[`TESSERA_${name.toUpperCase().replaceAll('-', '_')}`]] as const)
  return Object.fromEntries(found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** Flags with a text after them, for `parseArgs`. */
export function textFlags(names: readonly string[]): Record<string, { readonly type: 'string' }> {
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
}

/** The other machine of `--remote`; its key is taken from the environment and kept from then on. */
export function remoteOf(url: string | undefined, environment: Readonly<Record<string, string | undefined>>) {
  return url === undefined ? undefined : { url, key: environment['TESSERA_REMOTE_KEY'] }
}
