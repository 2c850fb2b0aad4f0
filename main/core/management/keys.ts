import type { ApiKey, KeyChange } from '../access/keys/ports.ts'
import type { CreatedKey, WantedKey } from '../access/keys/service.ts'
import type { Outcome } from './outcome.ts'

/** A key as it is told over HTTP: its workspace is the one that was asked. */
export type ManagedKey = Omit<ApiKey, 'workspace' | 'ending' | 'expiresAt' | 'workflowId'>

export interface CreatedManagedKey {
  readonly key: ManagedKey
  readonly secret: CreatedKey['secret']
  readonly publishable: string
}

/** The API keys of the workspace. Nobody gives away more than the own key allows. */
export interface KeyOperations {
  list(): Outcome<{ readonly keys: readonly ManagedKey[]; readonly publishable: string }>
  publishable(): Outcome<string>
  read(key: string): Outcome<ManagedKey>
  create(wanted: WantedKey): Outcome<CreatedManagedKey>
  change(key: string, change: KeyChange): Outcome<ManagedKey>
  revoke(key: string): Outcome<undefined>
}
