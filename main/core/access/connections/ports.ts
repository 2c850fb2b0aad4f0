import type { ConnectionServer } from '#common/contract/workspace/connections'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'

/** Another machine that the studio can work on. Its key is kept elsewhere, among the secrets. */
export interface Profile {
  readonly id: string
  readonly name: string
  /** Origins: `http://nas:9000`. */
  readonly management: string
  readonly inference: string | null
  readonly source: string | null
  readonly deployments: string | null
  /** The workspace of the key, as it answered last. */
  readonly workspace: string | null
  /** Removed and not yet forgotten: it can come back until the next start. */
  readonly isRemoved: boolean
}

export interface KeptConnections {
  readonly profiles: readonly Profile[]
  /** Identifier of the one in use; null is this machine. */
  readonly used: string | null
}

/** The settings of this installation, beside the library. */
export interface ConnectionStore {
  read(): Promise<KeptConnections>
  /** On disk when it resolves: the old ones or the new ones, never half of them. */
  write(kept: KeptConnections): Promise<void>
}

/** Keys of other machines. */
export interface ConnectionKeys {
  read(id: string): Promise<string | undefined>
  write(id: string, key: string): Promise<void>
  remove(id: string): Promise<void>
}

export interface Found {
  readonly workspace: string
  readonly projects: number
}

/** Asks other machines who they are. */
export interface ConnectionProbe {
  /** A management API that takes the key. */
  management(url: string, key: string): Promise<Result<Found, Refusal>>
  /** Any server: whether something answers there. */
  other(server: Exclude<ConnectionServer, 'management'>, url: string): Promise<Result<undefined, Refusal>>
}
