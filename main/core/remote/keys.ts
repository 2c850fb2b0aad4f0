import type { KeyFolder, KeyRights, KeyView } from '#common/contract/workspace/keys'
import type { FolderId } from '#common/ids'
import { ok } from '#common/result'
import { rightsOf } from '../access/keys/rights.ts'
import type { ManagedKey } from '../management/keys.ts'
import type { Outcome } from '../management/outcome.ts'
import type { RemoteFolders } from './folders.ts'
import { folderIdOf } from './names.ts'
import type { Remote } from './ports.ts'

interface Dependencies extends Pick<Remote, 'management' | 'notes'> {
  readonly folders: RemoteFolders
}

interface NewKey {
  readonly name: string
  readonly rights: KeyRights
  readonly folders: readonly FolderId[]
}

/** The API keys of another machine's workspace, as far as the key in use may see them. */
export function remoteKeys({ management, notes, folders }: Dependencies) {
  async function list(): Outcome<{ keys: KeyView[]; publishable: string }> {
    const told = await management.keys.list()
    if (!told.ok) return told
    const known = await namedFor(told.value.keys)
    return ok({ ...told.value, keys: told.value.keys.map((key) => toView(key, known)) })
  }

  /** The folders that keys are limited to. Where they cannot be told the keys are. */
  async function namedFor(keys: readonly ManagedKey[]): Promise<readonly KeyFolder[]> {
    const named = keys.every(({ folderIds }) => folderIds === null) ? ok([]) : await folders.named()
    return named.ok ? named.value : []
  }

  async function create({ name, rights, folders: limits }: NewKey) {
    const scopes = rights === 'everything' ? null : [`role:${rights}`]
    const folderIds = await folders.idsOf(limits)
    if (!folderIds.ok) return folderIds
    const limited = folderIds.value.length === 0 ? {} : { folderIds: folderIds.value }
    const created = await management.keys.create({ name, scopes, ...limited })
    if (!created.ok) return created
    notes.publish({ kind: 'keys' })
    const { key, secret } = created.value
    return ok({ key: toView(key, await namedFor([key])), secret })
  }

  async function setDisabled(id: string, isDisabled: boolean): Outcome<KeyView> {
    const changed = await management.keys.change(id, { isDisabled })
    if (!changed.ok) return changed
    notes.publish({ kind: 'keys' })
    return ok(toView(changed.value, await namedFor([changed.value])))
  }

  return { list, create, setDisabled, folders: folders.named }
}

function toView(
  { id, name, prefix, scopes, folderIds, createdAt, isDefault, isProtected, isDisabled }: ManagedKey,
  known: readonly KeyFolder[],
): KeyView {
  const limits = folderIds?.map(folderIdOf)
  const folders = limits ? known.filter((folder) => limits.includes(folder.id)).map((folder) => folder.name) : null
  // The API tells how a secret begins, not how it ends.
  const told = { id, name, prefix, ending: '', isDefault, isProtected, isDisabled, folders }
  return { ...told, rights: rightsOf(scopes), createdAt: createdAt.toISOString() }
}
