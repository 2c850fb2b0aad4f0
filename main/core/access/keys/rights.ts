import { KeyRights, type KeyView } from '#common/contract/workspace/keys'

/** Scopes as a person names them: all of them, one role, or a choice of their own. */
export function rightsOf(scopes: readonly string[] | null): KeyView['rights'] {
  if (scopes === null) return 'everything'
  const [only, ...others] = scopes
  const role = KeyRights.safeParse(only?.replace('role:', ''))
  return role.success && others.length === 0 && only?.startsWith('role:') === true ? role.data : 'custom'
}
