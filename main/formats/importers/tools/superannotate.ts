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
    ...{ width: z.unknown().optional(), height: z.unknown().optional() },
  }),
  instances: z.array(z.unknown()),
})

/** SuperAnnotate: a file for each image. One without instances is a background image only where somebody has completed it. */
export const superAnnotate = unreadMasks(
  documentImporter({
    id: 'superannotate',
    title: 'SuperAnnotate',
    companions: /(?:^|\/)classes\/(?:classes|attribute_groups)\.json$/i,
    isWanted: (keys) => keys.has('instances[]') && keys.has('metadata.name'),
    entries(document) {
      const read = readShape(Document, document)
      if (!read.ok) return read
      const { metadata, instances } = read.value
      if (instances.length === 0 && metadata.status !== 'Completed') return ok([])
      const entry = entryOfParts(metadata.name, superAnnotateParts(instances))
      return ok([{ ...entry, ...declaredSize(metadata.width, metadata.height) }])
    },
  }),
  /** Pixel projects, whose instances are colours of a PNG file. */
  /___(?:save|fuse)\.png$/i,
)
