import { ok } from '#common/result'
import type { Grantor, KeyService } from '../../access/keys/service.ts'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { KeyOperations } from '../keys.ts'

/** The keys of a workspace of this library, for whoever may do what `by` says. */
export function embeddedKeys(keys: KeyService, workspace: Workspace, by: Grantor): KeyOperations {
  return {
    async list() {
      return ok({ keys: await keys.list(workspace), publishable: await keys.publishable(workspace) })
    },
    async publishable() {
      return ok(await keys.publishable(workspace))
    },
    read: (key) => keys.find(workspace, key),
    async create(wanted) {
      const created = await keys.create(workspace, wanted, by)
      return created.ok ? ok({ ...created.value, publishable: await keys.publishable(workspace) }) : created
    },
    change: (id, change) => keys.change({ workspace, id }, change, by),
    async revoke(key) {
      const revoked = await keys.revoke({ workspace, id: key }, by)
      return revoked.ok ? ok(undefined) : revoked
    },
  }
}
