import { z } from 'zod'
import { ok } from '#common/result'
import { ViaEntry, viaParts } from '../../labels/json/via.ts'
import { readShape } from '../../labels/kit/json.ts'
import { type DocumentEntry, documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'

const Entry = z.looseObject({ filename: z.string(), regions: z.unknown() })
const Entries = z.record(z.string(), Entry)
const Document = z.union([z.object({ _via_img_metadata: Entries }).transform((all) => all._via_img_metadata), Entries])

/** VGG Image Annotator 1 and 2: all images of a project with their regions; one of which nothing is said was only opened. */
export const via = documentImporter({
  id: 'via',
  title: 'VGG Image Annotator',
  isWanted: (keys) =>
    keys.has('_via_img_metadata') || [...keys].some((key) => /\.(?:file|region)_attributes$/.test(key)),
  entries(document) {
    const entries = readShape(Document, document)
    if (!entries.ok) return entries
    return ok(Object.values(entries.value).flatMap(entryOf))
  },
})

function entryOf(entry: z.infer<typeof Entry>): readonly DocumentEntry[] {
  const { filename: name } = entry
  const read = readShape(ViaEntry, entry)
  if (!read.ok) return [{ name, objects: () => read }]
  const parts = viaParts(read.value)
  return parts.length === 0 ? [] : [entryOfParts(name, parts)]
}
