import { z } from 'zod'
import { ImagePath } from './images.ts'

export const LooseImagePath = ImagePath.omit({ project: true })

const Texts = z.array(z.string())

export const TagsBody = z
  .object({
    operation: z.enum(['add', 'remove', 'set']),
    tags: z
      .union([z.string().transform((tag) => [tag]), Texts], 'must be a list of texts')
      .meta({ description: 'Letters, digits, hyphens, underscores and blanks; at most 64 characters each' }),
  })
  .meta({ id: 'TagEdit' })

export const TaggedBody = z.object({ success: z.literal(true), tags: Texts }).meta({ id: 'Tagged' })

export const ImageEditBody = z
  .object({
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Values are texts, numbers, true or false; keys that are there already are overwritten' }),
    removeMetadata: Texts.optional(),
    addTags: Texts.optional(),
    removeTags: Texts.optional(),
  })
  .meta({ id: 'ImageEdit', description: 'At least one of the four' })

export const ImageEditsBody = z
  .object({ updates: z.array(ImageEditBody.extend({ imageId: z.string() })).meta({ description: 'At most 1000' }) })
  .meta({ id: 'ImageEdits' })

export const EditedBody = z.object({ success: z.literal(true) }).meta({ id: 'Edited' })
