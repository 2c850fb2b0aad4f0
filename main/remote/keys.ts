import { z } from 'zod'
import { ok } from '#common/result'
import type { KeyChange } from '#core/access/keys/ports'
import type { KeyOperations, ManagedKey } from '#core/management/keys'
import type { CallWorkspace } from './calls.ts'

const Key = z
  .object({
    keyId: z.string(),
    name: z.string(),
    prefix: z.string().default(''),
    default: z.boolean().default(false),
    protected: z.boolean().default(false),
    disabled: z.boolean().default(false),
    scopes: z.array(z.string()).nullable().default(null),
    folderIds: z.array(z.string()).default([]),
    customMetadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
    created_on: z.coerce.date(),
  })
  .transform(({ keyId, created_on, folderIds, ...rest }): ManagedKey => {
    const { default: isDefault, protected: isProtected, disabled: isDisabled, ...named } = rest
    const folders = folderIds.length === 0 ? null : folderIds
    return { ...named, id: keyId, folderIds: folders, isDefault, isProtected, isDisabled, createdAt: created_on }
  })

const Listed = z.object({ apiKeys: z.array(Key), publishableKey: z.string() })
const Answered = z.object({ apiKey: Key })
const Published = z.object({ publishableKey: z.string() })
const Created = z.intersection(Key, z.object({ key: z.string(), publishableKey: z.string() }))
const Revoked = z.object({ keyId: z.string() })

const SECTION = 'api-keys'

export function remoteKeys(call: CallWorkspace): KeyOperations {
  return {
    async list() {
      const answer = await call(Listed, { method: 'GET', parts: [SECTION], query: { includeDisabled: 'true' } })
      return answer.ok ? ok({ keys: answer.value.apiKeys, publishable: answer.value.publishableKey }) : answer
    },
    async publishable() {
      const answer = await call(Published, { method: 'GET', parts: [SECTION, 'publishable'] })
      return answer.ok ? ok(answer.value.publishableKey) : answer
    },
    async read(key) {
      const answer = await call(Answered, { method: 'GET', parts: [SECTION, key] })
      return answer.ok ? ok(answer.value.apiKey) : answer
    },
    async create({ isProtected, ...wanted }) {
      const json = { ...wanted, protected: isProtected }
      const answer = await call(Created, { method: 'POST', parts: [SECTION], json })
      if (!answer.ok) return answer
      const { key: secret, publishableKey: publishable, ...key } = answer.value
      return ok({ key, secret, publishable })
    },
    async change(key, change) {
      const answer = await call(Answered, { method: 'PATCH', parts: [SECTION, key], json: toBody(change) })
      return answer.ok ? ok(answer.value.apiKey) : answer
    },
    async revoke(key) {
      const answer = await call(Revoked, { method: 'DELETE', parts: [SECTION, key] })
      return answer.ok ? ok(undefined) : answer
    },
  }
}

function toBody({ isProtected, isDisabled, ...change }: KeyChange) {
  return { ...change, protected: isProtected, disabled: isDisabled }
}
