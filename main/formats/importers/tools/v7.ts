import { z } from 'zod'
import { ok } from '#common/result'
import { v7Parts } from '../../labels/json/v7.ts'
import { readShape } from '../../labels/kit/json.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'

const Slots = z
  .array(z.object({ width: z.unknown().optional(), height: z.unknown().optional() }))
  .nullish()
  .catch(undefined)
const Document = z.object({
  annotations: z.array(z.unknown()),
  item: z.object({ name: z.string(), path: z.string().default(''), slots: Slots }).optional(),
  image: z
    .object({
      original_filename: z.string().optional(),
      filename: z.string().optional(),
      width: z.unknown().optional(),
      height: z.unknown().optional(),
    })
    .optional(),
})
type Document = z.infer<typeof Document>

/** V7 Darwin 1 and 2: a file for each image. One without annotations is not labeled yet. */
export const v7 = documentImporter({
  id: 'v7',
  title: 'V7 Darwin',
  isWanted: (keys) =>
    keys.has('annotations[]') &&
    ['item.slots[]', 'item.name', 'image.original_filename', 'image.filename'].some((key) => keys.has(key)),
  entries(document) {
    const read = readShape(Document, document)
    if (!read.ok) return read
    const { annotations } = read.value
    if (annotations.length === 0) return ok([])
    return ok([{ ...entryOfParts(nameOf(read.value), v7Parts(annotations)), ...sizeOf(read.value) }])
  },
})

function nameOf({ item, image }: Document): string {
  if (item) return `${item.path}/${item.name}`.replace(/^\/+/, '')
  return image?.original_filename ?? image?.filename ?? ''
}

/** Of an item with several slots it is not clear which one is meant. */
function sizeOf({ item, image }: Document): ReturnType<typeof declaredSize> {
  const slots = item?.slots ?? []
  const sized = image ?? (slots.length === 1 ? slots[0] : undefined)
  return declaredSize(sized?.width, sized?.height)
}
