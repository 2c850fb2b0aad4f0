import type { Declared } from '#common/contract/kit'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { allows } from '#core/access/keys/scopes'
import type { Grantor } from '#core/access/keys/service'

/** Who another Tessera speaks for: the key that it sent, as it is now. */
export interface KeyHolder {
  readonly keyId: string
  readonly keyName: string
  readonly by: Grantor
}

/** Refuses what the key does not open: what never leaves its machine, and what asks for a scope that the key lacks. */
export function checkRight({ keyName, by }: KeyHolder, declared: Declared | undefined): Result<undefined, Refusal> {
  if (declared?.runs !== 'project') return refuse('call-not-forwarded')
  const scope = declared.scopes.find((needed) => !allows(by.grant, needed))
  return scope === undefined ? ok(undefined) : refuse('scope-missing', { key: keyName, scope })
}
