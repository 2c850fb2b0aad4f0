import { z } from 'zod'
import { ok } from '#common/result'
import { isClassification } from '#core/annotations/project-types'
import { supervisely as superviselyFile } from '../../labels/json/supervisely.ts'
import { readShape } from '../../labels/kit/json.ts'
import { wholePicture } from '../../labels/kit/whole-picture.ts'
import { documentImporter } from '../kit/documents.ts'

const Document = z.looseObject({
  objects: z.array(z.unknown()),
  tags: z
    .array(z.object({ name: z.string() }))
    .default([])
    .catch([]),
})

/** Supervisely: `ann/a.jpg.json` for `img/a.jpg`. Every image has a file; one without objects and tags is not labelled yet. */
export const supervisely = documentImporter({
  id: 'supervisely',
  title: 'Supervisely',
  isWanted: (keys) => keys.has('objects[]') && keys.has('size.height'),
  entries(document, { path }) {
    const read = readShape(Document, document)
    if (!read.ok) return read
    const { objects, tags } = read.value
    if (objects.length + tags.length === 0) return ok([])
    const name = path.replace(/\.json$/i, '').replace(/(?<=^|\/)ann(?=\/[^/]*$)/i, 'img')
    return ok([
      {
        name,
        objects: (picture) =>
          tags.length > 0 && (isClassification(picture.type) || objects.length === 0)
            ? wholePicture(tags.map((tag) => tag.name))
            : superviselyFile.read(document, picture),
      },
    ])
  },
})
