import { resolve } from 'node:path'
import { z } from 'zod'
import { issueSentence } from '#common/versions/issue-sentence'
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

const EMPTY = 'must not be empty'

/** A number within limits; every refusal names both. */
export function numberFrom(least: number, most: number) {
  const words = `must be a number from ${least} to ${most}`
  return z.coerce.number(words).min(least, words).max(most, words)
}

/** A whole number within limits. */
export function wholeFrom(least: number, most: number) {
  return numberFrom(least, most).int(`must be a whole number from ${least} to ${most}`)
}

export const port = wholeFrom(0, 65_535)
export const filled = z.string().min(1, EMPTY)

/** Node reads a path whose bytes are not UTF-8 with marks in their place, and another folder has that name. */
const folder = filled.refine(
  (path) => !path.includes('\uFFFD'),
  'must be a path in UTF-8; rename the folder, or choose another one',
)

/** The settings that both shells have, with their defaults. Names are those of the flags; the studio's port is the station's own. */
export const SHELL_OPTIONS = {
  library: folder,
  'management-port': port.default(9000),
  'inference-port': port.default(9001),
  'events-port': port.default(8001),
  only: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(SERVERS, 'accepts management, inference, events and studio, separated by commas')).min(1))
    .default([...SERVERS]),
  remote: server.optional(),
  'trusted-hosts': TrustedHosts.default([]),
  /** Folders with published projects, separated by commas. */
  catalog: z
    .string()
    .transform((list) => list.split(',').map((folder) => folder.trim()))
    .transform((list) => list.filter((folder) => folder !== '').map((folder) => resolve(folder)))
    .default([]),
  'trash-days': wholeFrom(1, 3650).default(DEFAULT_TRASH_DAYS),
} as const

/** Why settings cannot be used: one sentence that begins with the flag. */
export function flagSentence({ issues }: z.core.$ZodError, given: Readonly<Record<string, unknown>>): string {
  const [issue] = issues
  return issue === undefined ? 'The settings cannot be used.' : `${refusalOf(issue, given)}.`
}

function refusalOf(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): string {
  const [flag = ''] = issue.path
  const name = String(flag)
  if (issue.code === 'invalid_type' && issue.expected === 'string') return `--${name} needs a value`
  const isOfZod = /^(?:Invalid|Too )/.test(issue.message)
  return isOfZod ? `--${issueSentence({ ...issue, path: [name] }, given)}` : `--${name} ${issue.message}`
}

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
