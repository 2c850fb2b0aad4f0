import { z } from 'zod'
import { SCOPES } from '#common/contract/scopes'
import { recordOf } from '#common/record-of'
import { isPlainName, NAME_NOT_PLAIN } from '#common/text'
import { ROLES } from '#core/access/keys/scopes'
import { QueryText, WorkspacePath } from './kit.ts'

const roles = Object.keys(ROLES).map((role) => `role:${role}`)

const Scopes = z
  .array(z.string())
  .nullable()
  .meta({ description: `null: everything. Else any of ${SCOPES.join(', ')}; a section; ${roles.join(', ')}` })

const MetadataName = z.string().max(100)
const MetadataValue = z.union([z.string().max(1000), z.number(), z.boolean()])
const Metadata = z.record(MetadataName, MetadataValue)
const MOST_METADATA = 100
const NewMetadata = recordOf(MetadataValue, MetadataName)
  .refine((given) => Object.keys(given).length <= MOST_METADATA, `has more than ${MOST_METADATA} members`)
  .meta({ description: `At most ${MOST_METADATA} members` })

export const KeyBody = z
  .object({
    keyId: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: 'Prefix of the secret' }),
    default: z.boolean().meta({ description: 'The first key of the workspace' }),
    protected: z.boolean().meta({ description: 'Cannot be disabled or revoked' }),
    disabled: z.boolean(),
    scopes: Scopes,
    folderIds: z
      .array(z.string())
      .meta({ description: 'Folders that the key is limited to; none: the whole workspace' }),
    customMetadata: Metadata,
    created_on: z.iso.datetime(),
  })
  .meta({ id: 'ApiKey' })

export const KeyListBody = z.object({ apiKeys: z.array(KeyBody), publishableKey: z.string() }).meta({ id: 'ApiKeys' })
export const KeyAnswerBody = z.object({ apiKey: KeyBody }).meta({ id: 'ApiKeyAnswer' })
/** The changed key, once by itself and once under its name: clients read either. */
export const ChangedKeyBody = KeyBody.extend({ apiKey: KeyBody }).meta({ id: 'ChangedApiKey' })
export const PublishableBody = z.object({ publishableKey: z.string() }).meta({ id: 'PublishableKey' })

export const CreatedKeyBody = KeyBody.extend({
  key: z.string().meta({ description: 'The secret. Shown only once' }),
  publishableKey: z.string(),
}).meta({ id: 'CreatedApiKey' })

const Name = z.string().trim().min(1).max(100).refine(isPlainName, NAME_NOT_PLAIN)
const Changes = { scopes: Scopes.optional(), customMetadata: NewMetadata.nullish(), protected: z.boolean().nullish() }

/** Clients write null for what they do not say; of `scopes` it says everything. */
export const NewKeyBody = z
  .object({
    name: Name.nullish(),
    ...Changes,
    folderIds: z
      .array(z.string().max(100))
      .nullish()
      .meta({ description: 'The key reaches only projects in these folders and in the folders below them' }),
  })
  .meta({ id: 'NewApiKey' })

export const KeyChangeBody = z
  .object({ name: Name.nullish(), ...Changes, disabled: z.boolean().nullish() })
  .meta({ id: 'ApiKeyChange' })

export const RevokedKeyBody = z
  .object({ status: z.literal('revoked'), keyId: z.string() })
  .meta({ id: 'RevokedApiKey' })

export const KeyPath = WorkspacePath.extend({ keyId: z.string() })
export const KeyListQuery = z.object({
  includeDisabled: QueryText.optional().meta({ description: '"true": disabled keys too' }),
})
