import { hostname, userInfo } from 'node:os'
import { brand } from '#common/border'
import { FIRST_KEY } from '#common/contract/workspace/keys'
import type { WorkspaceSlug } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { type KeyService, OWNER } from '#core/access/keys/service'
import type { Workspace, WorkspaceRepository } from '#core/access/workspaces/ports'
import { unlessDamaged } from '#core/damaged-row'
import { workspaceSlugOf } from '#core/dataset/projects/rules'
import type { Clock, Random } from '#core/ports'
import type { SecretStore } from './ports.ts'

interface Dependencies {
  readonly workspaces: WorkspaceRepository
  readonly keys: KeyService
  readonly secrets: SecretStore
  readonly clock: Clock
  readonly random: Random
}

const KEY_NAME = 'management-api-key'

/** The library's workspace, made at the first start. */
export async function openWorkspace({
  workspaces,
  clock,
}: Pick<Dependencies, 'workspaces' | 'clock'>): Promise<Workspace> {
  const name = workspaceName()
  return (
    (await workspaces.first()) ??
    workspaces.create({ slug: brand<WorkspaceSlug>(workspaceSlugOf(name)), name, createdAt: clock.now() })
  )
}

export interface OpenedKey {
  readonly secret: string
  /** Made just now: the one moment to show it. */
  readonly isNew: boolean
  /** The previous key is damaged and no longer works. */
  readonly isReplacing?: true
}

/**
 * The key with which scripts reach the management API: made at the first start, kept by the shell, stored in the library only as
 * a digest. A kept key stays the owner's beside a database that never had it (one that is missing, replaced or accepted); only a
 * key that was revoked or is damaged there is replaced by a new one.
 */
export async function openApiKey(
  workspace: Workspace,
  { keys, secrets }: Pick<Dependencies, 'keys' | 'secrets'>,
): Promise<OpenedKey> {
  const kept = await secrets.read(KEY_NAME)
  const known = await unlessDamaged(async () => kept !== undefined && keys.bySecret(kept))
  if (kept !== undefined && known.ok && known.value && known.value.workspace.row === workspace.row)
    return { secret: kept, isNew: false }
  const secret = kept !== undefined && !(await keys.wasEverKnown(kept)) ? kept : undefined
  const created = await keys.create(workspace, { name: FIRST_KEY, isDefault: true, secret }, OWNER)
  if (!created.ok) throw new Error(sentenceOf(created.error))
  if (secret !== undefined) return { secret, isNew: false }
  await secrets.write(KEY_NAME, created.value.secret)
  return { secret: created.value.secret, isNew: true, ...(!known.ok && { isReplacing: true }) }
}

function workspaceName(): string {
  try {
    return userInfo().username || hostname()
  } catch {
    // Some containers run as a user that the system has no name for.
    return hostname()
  }
}

/** A secret of the program's own, made at the first start and kept: links and open pages outlive a restart. */
export async function openSecret(
  name: 'studio-token' | 'link-secret',
  { secrets, random }: Pick<Dependencies, 'secrets' | 'random'>,
): Promise<string> {
  const kept = await secrets.read(name)
  if (kept !== undefined) return kept
  const secret = random.hex(24)
  await secrets.write(name, secret)
  return secret
}
