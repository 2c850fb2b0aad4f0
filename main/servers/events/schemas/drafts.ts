import { z } from 'zod'
import { StoredEvent } from '#common/events/stored-event'

export const Label = z.string().max(1000).nullable()

/** Documents the form, which is read as a stream. */
export const FileForm = z
  .object({
    file: z.file(),
    label: z.string().max(1000).optional().meta({ description: 'May stand before or behind the file' }),
  })
  .meta({ id: 'FileForm' })

export const StoredImageBody = StoredEvent.shape.images.element
export const StoredFileBody = StoredEvent.shape.videos.element
