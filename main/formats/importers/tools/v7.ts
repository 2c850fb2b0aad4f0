import { z } from 'zod'
import { ok } from '#common/result'
import { isClassification } from '#core/annotations/project-types'
import { v7 as v7File } from '../../labels/json/v7.ts'
import { readShape } from '../../labels/kit/json.ts'
import { wholePicture } from '../../labels/kit/whole-picture.ts'
import { documentImporter } from '../kit/documents.ts'

const Annotation = z.looseObject({ name: z.string(), tag: z.unknown().optional() })
const Document = z.object({
  annotations: z.array(Annotation),
  item: z.object({ name: z.string(), path: z.string().default('') }).optional(),
  image: z.object({ original_filename: z.string().optional(), filename: z.string().optional() }).optional(),
})

/** V7 Darwin 1 and 2: a file for each image. One without annotations is not labelled yet. */
export const v7 = documentImporter({
  id: 'v7',
  title: 'V7 Darwin',
  isWanted: (keys) =>
    keys.has('annotations[]') &&
    (keys.has('item.slots[]') || keys.has('item.name') || keys.has('image.original_filename')),
  entries(document) {
    const read = readShape(Document, document)
    if (!read.ok) return read
    const { annotations, item, image } = read.value
    const tags = annotations.filter(({ tag }) => tag !== undefined)
    const placed = annotations.filter(({ tag }) => tag === undefined)
    if (annotations.length === 0) return ok([])
    const name = item
      ? `${item.path}/${item.name}`.replace(/^\/+/, '')
      : (image?.original_filename ?? image?.filename ?? '')
    return ok([
      {
        name,
        objects: (picture) =>
          tags.length > 0 && (isClassification(picture.type) || placed.length === 0)
            ? wholePicture(tags.map((tag) => tag.name))
            : v7File.read({ annotations: placed }, picture),
      },
    ])
  },
})
