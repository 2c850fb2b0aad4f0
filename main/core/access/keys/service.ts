import { type Refusal, refuse } from '#common/errors'
import { FolderId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { Clock, Notes, Random } from '../../ports.ts'
import type { FolderRepository } from '../folders/ports.ts'
import { folderNotFound } from '../folders/service.ts'
import type { Workspace } from '../workspaces/ports.ts'
import type { ApiKey, KeyChange, KeyNotes, KeyRepository } from './ports.ts'
import { covers, type Grant, readScopes } from './scopes.ts'

export type KeyService = ReturnType<typeof keyService>

interface Dependencies {
  readonly keys: KeyRepository
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  readonly folders: Pick<FolderRepository, 'find'>
}

export interface WantedKey {
  readonly name: string
  /** Absent: those of whoever asks. Null: everything. */
  readonly scopes?: readonly string[] | null
  /** Absent or empty: those of whoever asks. */
  readonly folderIds?: readonly string[]
  /** The one workflow that it shall read. Absent: as whoever asks. */
  readonly workflowId?: string
  readonly customMetadata?: KeyNotes
  readonly isProtected?: boolean
  /** The key that the program itself keeps. */
  readonly isDefault?: boolean
  /** A secret of before, in the hands of the owner; a new one when absent. */
  readonly secret?: string | undefined
  /** How long it lasts; for good when absent. */
  readonly minutes?: number
}

/** Which key of which workspace. */
interface KeyPlace {
  readonly workspace: Workspace
  readonly id: string
}

/** A key in the one moment in which its secret is known. */
export interface CreatedKey {
  readonly key: ApiKey
  readonly secret: string
}

/** Whoever asks: what they may do bounds what they may give away. */
export interface Grantor {
  readonly grant: Grant
  /** The names that `grant` was read from. */
  readonly scopes: readonly string[] | null
  /** The folders that bound all of it; null is the whole workspace. */
  readonly folderIds: readonly string[] | null
  /** The one workflow that can be read; null is all of them. */
  readonly workflowId: string | null
  /** A person at the program's own screens, whom no key can lock out. */
  readonly isStudio?: true
}

/** Whoever may do everything. */
export const OWNER: Grantor = { grant: null, scopes: null, folderIds: null, workflowId: null }

/** The program's own screens, which may also disable and revoke protected keys. */
export const STUDIO: Grantor = { ...OWNER, isStudio: true }

const PREFIX_LENGTH = 8
const MAX_FOLDERS = 100

/** The keys of a workspace: who may do what over HTTP. */
export function keyService({ keys, folders, clock, random, notes }: Dependencies) {
  async function find(workspace: Workspace, id: string): Promise<Result<ApiKey, Refusal>> {
    const key = await keys.find(workspace, id)
    return key ? ok(key) : refuse('api-key-not-in-workspace', { id: id.slice(0, 40), workspace: workspace.name })
  }

  async function create(workspace: Workspace, wanted: WantedKey, by: Grantor): Promise<Result<CreatedKey, Refusal>> {
    const scopes = wanted.scopes === undefined ? by.scopes : wanted.scopes
    const refused = refusedNew(scopes, wanted, by)
    if (refused) return refused
    const folderIds = await checkFolders(workspace, wanted.folderIds ?? [], by)
    if (!folderIds.ok) return folderIds
    // Clients take a key without a lower-case letter for a placeholder; the prefix has two.
    const createdAt = clock.now()
    const secret = wanted.secret ?? `tk_${random.hex(20)}`
    const key = {
      id: random.id(),
      workspace,
      name: wanted.name,
      prefix: secret.slice(0, PREFIX_LENGTH),
      ending: secret.slice(-4),
      scopes,
      folderIds: folderIds.value,
      workflowId: wanted.workflowId ?? by.workflowId,
      customMetadata: wanted.customMetadata ?? {},
      isDefault: wanted.isDefault ?? false,
      isProtected: wanted.isProtected ?? false,
      createdAt,
      expiresAt: endOf(wanted, createdAt),
    }
    await keys.add({ ...key, secret })
    notes.publish({ kind: 'keys' })
    return ok({ key: { ...key, isDisabled: false }, secret })
  }

  /** The folders of a new key; null where it shall reach everything. */
  async function checkFolders(workspace: Workspace, wanted: readonly string[], by: Grantor) {
    const ids = [...new Set(wanted)]
    if (ids.length === 0) return ok(by.folderIds)
    if (ids.length > MAX_FOLDERS) {
      return refuse('too-many-folders-for-key', { count: ids.length, most: MAX_FOLDERS })
    }
    for (const text of ids) {
      const id = FolderId.safeParse(text)
      if (!id.success || !(await folders.find(workspace.row, id.data))) return folderNotFound(workspace, text)
      if (by.folderIds !== null && !by.folderIds.includes(text)) return tooWide()
    }
    return ok(ids)
  }

  /** The key, where whoever asks may change it. */
  async function findBelow({ workspace, id }: KeyPlace, by: Grantor): Promise<Result<ApiKey, Refusal>> {
    const found = await find(workspace, id)
    if (!found.ok || isBelow(found.value, by)) return found
    return refuse('api-key-outranks-caller', { key: found.value.name })
  }

  /** Refuses to remove the last key with full access. */
  async function refusedLast(workspace: Workspace, key: ApiKey) {
    if (!mayEverything(key)) return undefined
    const all = await keys.list(workspace)
    if (all.some((other) => other.id !== key.id && mayEverything(other))) return undefined
    return refuse('last-key-with-full-access', { key: key.name })
  }

  async function change({ workspace, id }: KeyPlace, wanted: KeyChange, by: Grantor): Promise<Result<ApiKey, Refusal>> {
    const found = await findBelow({ workspace, id }, by)
    if (!found.ok) return found
    const key = found.value
    const guarded = refusedGuard(key, wanted, by)
    if (guarded) return guarded
    const refused = wanted.scopes === undefined ? undefined : refusedScopes(wanted.scopes, by)
    if (refused) return refused
    const last = mayEverything({ ...key, ...wanted }) ? undefined : await refusedLast(workspace, key)
    if (last) return last
    await keys.change(workspace, id, wanted)
    notes.publish({ kind: 'keys' })
    return find(workspace, id)
  }

  async function revoke({ workspace, id }: KeyPlace, by: Grantor): Promise<Result<ApiKey, Refusal>> {
    const found = await findBelow({ workspace, id }, by)
    if (!found.ok) return found
    if (found.value.isProtected && by.isStudio !== true)
      return refuse('protected-key-not-revoked', { key: found.value.name })
    const last = await refusedLast(workspace, found.value)
    if (last) return last
    await keys.setRevoked(workspace, id, clock.now())
    notes.publish({ kind: 'keys' })
    return found
  }

  /** Takes a revocation back. */
  async function restore({ workspace, id }: KeyPlace, by: Grantor): Promise<Result<ApiKey, Refusal>> {
    const revoked = await keys.findRevoked(workspace, id)
    if (revoked !== undefined && !isBelow(revoked, by)) return refuse('api-key-outranks-caller', { key: revoked.name })
    if (await keys.setRevoked(workspace, id, null)) notes.publish({ kind: 'keys' })
    return find(workspace, id)
  }

  // Two at once could each find the other one's key left.
  let turn: Promise<unknown> = Promise.resolve()
  function inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const done = turn.then(act)
    turn = done.catch(() => undefined)
    return done
  }

  return {
    find,
    create,
    change: (place: KeyPlace, wanted: KeyChange, by: Grantor) => inTurn(() => change(place, wanted, by)),
    revoke: (place: KeyPlace, by: Grantor) => inTurn(() => revoke(place, by)),
    restore,
    list: (workspace: Workspace) => keys.list(workspace),
    findAnywhere: (id: string) => keys.findAnywhere(id, clock.now()),
    wasEverKnown: (secret: string) => keys.wasEverKnown(secret),
    // Nobody who sends nothing is let in, whatever the library holds.
    bySecret: async (secret: string) => (secret === '' ? undefined : keys.findBySecret(secret, clock.now())),
    publishable: (workspace: Workspace) => keys.publishable(workspace),
  }
}

function endOf({ minutes }: Pick<WantedKey, 'minutes'>, from: Date): Date | null {
  return minutes === undefined ? null : new Date(from.getTime() + minutes * 60_000)
}

/** Rights of a key. Scopes that this program does not know, from a newer one, grant nothing. */
export function grantorOf({ scopes, ...bounds }: Pick<ApiKey, 'scopes' | 'folderIds' | 'workflowId'>): Grantor {
  if (scopes === null) return { ...OWNER, ...bounds }
  const known = scopes.flatMap((name) => {
    const read = readScopes([name])
    return read.ok ? [...read.value] : []
  })
  return { scopes, grant: new Set(known), ...bounds }
}

/** Whether everything that a key may do may be done by `by` too. */
function isBelow(key: ApiKey, by: Grantor): boolean {
  const own = grantorOf(key)
  const { folderIds } = by
  return (
    covers(by.grant, own.grant) &&
    (folderIds === null || (own.folderIds?.every((id) => folderIds.includes(id)) ?? false))
  )
}

/** Whether a key opens all of the workspace, today and tomorrow. */
function mayEverything({ scopes, folderIds, isDisabled, expiresAt }: ApiKey): boolean {
  return scopes === null && folderIds === null && !isDisabled && expiresAt === null
}

function refusedScopes(scopes: readonly string[] | null, by: Grantor) {
  const read = scopes === null ? ok(null) : readScopes(scopes)
  if (!read.ok) return read
  if (covers(by.grant, read.value)) return undefined
  return tooWide()
}

function refusedNew(scopes: readonly string[] | null, wanted: WantedKey, by: Grantor) {
  return refusedScopes(scopes, by) ?? refusedProtection(by, wanted)
}

function tooWide() {
  return refuse('grant-exceeds-own-scopes')
}

/** The refusal of an act that protection forbids. The program's own screens are not bound by it: a key must not lock out the owner. */
function refusedGuard(key: ApiKey, wanted: KeyChange, by: Grantor) {
  if (wanted.isProtected === true && !key.isProtected) return refusedProtection(by, wanted)
  if (by.isStudio === true || !key.isProtected) return undefined
  if (wanted.isProtected === false) return keptProtected(key)
  return wanted.isDisabled === true ? refuse('protected-key-not-disabled', { key: key.name }) : undefined
}

/** A key could otherwise protect itself against those who gave it less than everything. */
function refusedProtection({ grant, folderIds }: Grantor, wanted: Pick<WantedKey, 'isProtected'>) {
  if (wanted.isProtected !== true || (grant === null && folderIds === null)) return undefined
  return refuse('protecting-needs-full-access')
}

function keptProtected({ name }: ApiKey) {
  return refuse('protection-cannot-be-removed', { key: name })
}
