import { z } from 'zod'
import { Moment, procedure } from './kit.ts'

/** What a person lets a key do, of all that scopes can say: everything, or a role. */
export const KeyRights = z.enum(['everything', 'editor', 'labeler', 'viewer'])
export type KeyRights = z.infer<typeof KeyRights>

/** An API key without its secret. */
export const KeyView = z.object({
  id: z.string(),
  name: z.string(),
  /** How the secret begins and ends. */
  prefix: z.string(),
  ending: z.string(),
  /** `custom`: scopes that were chosen one by one, over the API. */
  rights: z.enum([...KeyRights.options, 'custom']),
  isDefault: z.boolean(),
  isProtected: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: Moment,
})
export type KeyView = z.infer<typeof KeyView>

const KeyRef = z.object({ id: z.string() })

export const keysContract = {
  list: procedure.output(z.object({ keys: z.array(KeyView), publishable: z.string() })),
  /** The secret is told here and never again. */
  create: procedure
    .input(z.object({ name: z.string().trim().min(1).max(100), rights: KeyRights }))
    .output(z.object({ key: KeyView, secret: z.string() })),
  setDisabled: procedure.input(KeyRef.extend({ isDisabled: z.boolean() })).output(KeyView),
  revoke: procedure.input(KeyRef).output(KeyView),
  /** Takes a revocation back. */
  restore: procedure.input(KeyRef).output(KeyView),
}
