import { z } from 'zod'
import { ok } from '#common/result'
import { superviselyParts } from '../../labels/json/supervisely.ts'
import { FileNumber, readShape } from '../../labels/kit/json.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'

const Document = z.object({
  objects: z.array(z.unknown()),
  size: z.object({ width: FileNumber, height: FileNumber }),
  tags: z
    .array(z.object({ name: z.string() }))
    .default([])
    .catch([]),
})

/** Supervisely: `ann/a.jpg.json` for `img/a.jpg`. Every image has a file; one without objects and tags is not labeled yet. */
export const supervisely = documentImporter({
  id: 'supervisely',
  title: 'Supervisely',
  /** The classes and tags of the project, also those that no image has. */
  companions: /(?:^|\/)meta\.json$/i,
  isWanted: (keys) => keys.has('objects[]') && keys.has('size.height'),
  entries(document, { path }) {
    const read = readShape(Document, document)
    if (!read.ok) return read
    const { objects, tags, size } = read.value
    if (objects.length + tags.length === 0) return ok([])
    const name = path.replace(/\.json$/i, '').replace(/(?<=^|\/)ann(?=\/[^/]*$)/i, 'img')
    const whole = tags.map((tag) => ok({ className: tag.name, kind: 'whole' as const }))
    const entry = entryOfParts(name, [...superviselyParts(objects, size), ...whole])
    return ok([{ ...entry, ...declaredSize(size.width, size.height) }])
  },
})
