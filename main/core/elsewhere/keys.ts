import type { KeyRights, KeyView } from '#common/contract/workspace/keys'
import { ok } from '#common/result'
import { rightsOf } from '../keys/rights.ts'
import type { ManagedKey } from '../management/keys.ts'
import type { Outcome } from '../management/outcome.ts'
import type { Elsewhere } from './ports.ts'

/** The API keys of another machine's workspace, as far as the key in use may see them. */
export function keysElsewhere({ management, notes }: Elsewhere) {
  async function list(): Outcome<{ keys: KeyView[]; publishable: string }> {
    const told = await management.keys.list()
    return told.ok ? ok({ ...told.value, keys: told.value.keys.map(toView) }) : told
  }

  async function create({ name, rights }: { readonly name: string; readonly rights: KeyRights }) {
    const scopes = rights === 'everything' ? null : [`role:${rights}`]
    const created = await management.keys.create({ name, scopes })
    if (!created.ok) return created
    notes.publish({ kind: 'keys' })
    return ok({ key: toView(created.value.key), secret: created.value.secret })
  }

  async function setDisabled(id: string, isDisabled: boolean): Outcome<KeyView> {
    const changed = await management.keys.change(id, { isDisabled })
    if (!changed.ok) return changed
    notes.publish({ kind: 'keys' })
    return ok(toView(changed.value))
  }

  return { list, create, setDisabled }
}

function toView({ id, name, prefix, scopes, createdAt, isDefault, isProtected, isDisabled }: ManagedKey): KeyView {
  // The API tells how a secret begins, not how it ends.
  const told = { id, name, prefix, ending: '', isDefault, isProtected, isDisabled, folders: null }
  return { ...told, rights: rightsOf(scopes), createdAt: createdAt.toISOString() }
}
