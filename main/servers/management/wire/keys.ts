import type { z } from 'zod'
import type { ManagedKey } from '#core/management/keys'
import type { KeyBody } from '../schemas/keys.ts'

export function toKeyBody(key: ManagedKey): z.input<typeof KeyBody> {
  return {
    keyId: key.id,
    name: key.name,
    prefix: key.prefix,
    default: key.isDefault,
    protected: key.isProtected,
    disabled: key.isDisabled,
    scopes: key.scopes && [...key.scopes],
    folderIds: [...(key.folderIds ?? [])],
    customMetadata: { ...key.customMetadata },
    created_on: key.createdAt.toISOString(),
  }
}
