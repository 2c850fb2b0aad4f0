import { z } from 'zod'
import { FolderId } from '../../ids.ts'
import { Moment, onProject } from '../kit.ts'

/** Rights that a person gives a key, of all that scopes can say: everything, or a role. */
export const KeyRights = z.enum(['everything', 'editor', 'labeler', 'viewer'])
export type KeyRights = z.infer<typeof KeyRights>

/** The name in the library of the key that is made at the first start; pages have a word of their own for it. */
export const FIRST_KEY = 'First key'

/** An API key without its secret. */
export const KeyView = z.object({
  id: z.string(),
  name: z.string(),
  /** How the secret begins and ends. */
  prefix: z.string(),
  ending: z.string(),
  /** `custom`: scopes that were chosen one by one, over the API. */
  rights: z.enum([...KeyRights.options, 'custom']),
  /** Names of the folders that it is limited to, as far as they are still there; null is the whole workspace. */
  folders: z.array(z.string()).nullable(),
  isDefault: z.boolean(),
  isProtected: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: Moment,
})
export type KeyView = z.infer<typeof KeyView>

/** A folder that a key can be limited to, with the folders above it: `Line / Booth`. */
export const KeyFolder = z.object({ id: FolderId, name: z.string() })
export type KeyFolder = z.infer<typeof KeyFolder>

const KeyRef = z.object({ id: z.string() })

export const keysContract = {
  list: onProject('api-key:read').output(z.object({ keys: z.array(KeyView), publishable: z.string() })),
  /** In the order of their names. */
  folders: onProject('api-key:read').output(z.array(KeyFolder)),
  /** The secret is told here and never again. */
  create: onProject('api-key:create')
    .input(
      z.object({
        name: z.string().trim().min(1).max(100),
        rights: KeyRights,
        /** None: the whole workspace. */
        folders: z.array(FolderId).max(100).default([]),
      }),
    )
    .output(z.object({ key: KeyView, secret: z.string() })),
  setDisabled: onProject('api-key:update')
    .input(KeyRef.extend({ isDisabled: z.boolean() }))
    .output(KeyView),
  revoke: onProject('api-key:revoke').input(KeyRef).output(KeyView),
  /** Takes a revocation back. */
  restore: onProject('api-key:update').input(KeyRef).output(KeyView),
}
