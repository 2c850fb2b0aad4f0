import { SCOPES, type Scope } from '#common/contract/scopes'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'

const READING = SCOPES.filter((scope) => scope.endsWith(':read') && !scope.startsWith('api-key:'))
const LABELLING: readonly Scope[] = ['image:create', 'image:annotate', 'image:tag']

/** Sets of rights under one name, written `role:viewer`. */
export const ROLES = {
  viewer: READING,
  labeler: [...READING, ...LABELLING],
  editor: SCOPES.filter((scope) => !scope.startsWith('api-key:')),
  admin: SCOPES,
} as const satisfies Record<string, readonly Scope[]>

/** Scopes that a key may use; null is everything, also what is added later. */
export type Grant = ReadonlySet<Scope> | null

export function allows(grant: Grant, scope: Scope): boolean {
  return grant === null || grant.has(scope)
}

/** Whether whoever has `grant` may give `wanted` away. */
export function covers(grant: Grant, wanted: Grant): boolean {
  if (grant === null) return true
  return wanted !== null && [...wanted].every((scope) => grant.has(scope))
}

/** The rights that names stand for: single ones, whole sections (`project`), roles (`role:viewer`). */
export function readScopes(names: readonly string[]): Result<ReadonlySet<Scope>, Refusal> {
  const granted = new Set<Scope>()
  for (const name of names) {
    const meant = scopesOf(name)
    if (meant.length === 0) return unknownScope(name)
    for (const scope of meant) granted.add(scope)
  }
  return ok(granted)
}

function scopesOf(name: string): readonly Scope[] {
  const role = Object.entries(ROLES).find(([known]) => name === `role:${known}`)
  return role ? role[1] : SCOPES.filter((scope) => scope === name || scope.startsWith(`${name}:`))
}

function unknownScope(name: string) {
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name
  const roles = Object.keys(ROLES).map((role) => `role:${role}`)
  return refuse('scope-unknown', { scope: shown, scopes: SCOPES, roles })
}
