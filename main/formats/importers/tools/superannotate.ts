import { z } from 'zod'
import { ok } from '#common/result'
import { superAnnotateParts } from '../../labels/json/superannotate.ts'
import { readShape } from '../../labels/kit/json.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { documentImporter } from '../kit/documents.ts'
import { unreadMasks } from '../kit/masks/unread.ts'
import { entryOfParts } from '../kit/parts.ts'

const Document = z.object({
  metadata: z.object({
    name: z.string().min(1),
    status: z.unknown().optional(),
    width: z.unknown().optional(),
    height: z.unknown().optional(),
  }),
  instances: z.array(z.unknown()),
  /** Classes of the whole image, which are not read. */
  tags: z.array(z.unknown()).nullish(),
})

/** Together they tell its files from other JSON with instances. */
const KEYS = ['instances[]', ...['name', 'width', 'height', 'status'].map((key) => `metadata.${key}`)]

/** SuperAnnotate: a file for each image. One without instances is a background image only where somebody has completed it. */
export const superAnnotate = unreadMasks(
  documentImporter({
    id: 'superannotate',
    title: 'SuperAnnotate',
    companions: /(?:^|\/)classes\/(?:classes|attribute_groups)\.json$/i,
    isWanted: (keys) => KEYS.every((key) => keys.has(key)),
    entries(document) {
      const read = readShape(Document, document)
      if (!read.ok) return read
      const { metadata, instances, tags } = read.value
      const isBackground = metadata.status === 'Completed' && !tags?.length
      if (instances.length === 0 && !isBackground) return ok([])
      const entry = entryOfParts(metadata.name, superAnnotateParts(instances))
      return ok([{ ...entry, ...declaredSize(metadata.width, metadata.height) }])
    },
  }),
  /** Pixel projects, whose instances are colors of a PNG file. */
  /___(?:save|fuse)\.png$/i,
)
