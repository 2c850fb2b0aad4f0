import { implement } from '@orpc/server'
import { type KeyFolder, type KeyView, keysContract } from '#common/contract/workspace/keys'
import type { FolderId } from '#common/ids'
import type { Folder } from '#core/access/folders/ports'
import type { ApiKey } from '#core/access/keys/ports'
import { rightsOf } from '#core/access/keys/rights'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(keysContract)

export function keyProcedures({ workspace, keys, folders, grantor }: StudioServices) {
  const named = async () => namedFolders(await folders.list(workspace))
  const told = async (key: ApiKey) => toView(key, await named())

  return os.router({
    list: os.list.handler(async () => {
      const [all, known] = [await keys.list(workspace), await named()]
      return { keys: all.map((key) => toView(key, known)), publishable: await keys.publishable(workspace) }
    }),
    folders: os.folders.handler(named),
    create: os.create.handler(async ({ input: { name, rights, folders: folderIds } }) => {
      const scopes = rights === 'everything' ? null : [`role:${rights}`]
      const { key, secret } = answer(await keys.create(workspace, { name, scopes, folderIds }, grantor()))
      return { key: await told(key), secret }
    }),
    setDisabled: os.setDisabled.handler(async ({ input: { id, isDisabled } }) =>
      told(answer(await keys.change({ workspace, id }, { isDisabled }, grantor()))),
    ),
    revoke: os.revoke.handler(async ({ input: { id } }) =>
      told(answer(await keys.revoke({ workspace, id }, grantor()))),
    ),
    restore: os.restore.handler(async ({ input }) =>
      told(answer(await keys.restore({ workspace, id: input.id }, grantor()))),
    ),
  })
}

function toView(key: ApiKey, known: readonly KeyFolder[]): KeyView {
  const { id, name, prefix, ending, isDefault, isProtected, isDisabled, scopes, folderIds, createdAt } = key
  const folders = folderIds && known.filter((folder) => folderIds.includes(folder.id)).map((folder) => folder.name)
  return {
    id,
    name,
    prefix,
    ending,
    isDefault,
    isProtected,
    isDisabled,
    folders,
    rights: rightsOf(scopes),
    createdAt: createdAt.toISOString(),
  }
}

/** Folders with those above them in their names, in the order of these names. */
function namedFolders(folders: readonly Folder[]): KeyFolder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  function nameOf(id: FolderId): string {
    const names: string[] = []
    // Damaged rows may form a cycle.
    const met = new Set<FolderId>()
    for (let at = byId.get(id); at !== undefined && !met.has(at.id); at = at.parentId && byId.get(at.parentId)) {
      met.add(at.id)
      names.unshift(at.name)
    }
    return names.join(' / ')
  }
  const named = folders.map(({ id }) => ({ id, name: nameOf(id) }))
  return named.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
