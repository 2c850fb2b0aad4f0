import { z } from 'zod'
import { ok } from '#common/result'
import { via as viaFile } from '../../labels/json/via.ts'
import { readShape } from '../../labels/kit/json.ts'
import { documentImporter } from '../kit/documents.ts'

const Entry = z.looseObject({ filename: z.string(), regions: z.unknown() })
const Entries = z.record(z.string(), Entry)
const Document = z.union([z.object({ _via_img_metadata: Entries }).transform((all) => all._via_img_metadata), Entries])

/** VGG Image Annotator 1 and 2: all images of a project with their regions; one without regions was only opened, not labelled. */
export const via = documentImporter({
  id: 'via',
  title: 'VGG Image Annotator',
  isWanted: (keys) =>
    keys.has('_via_img_metadata') || [...keys].some((key) => /\.(?:file|region)_attributes$/.test(key)),
  entries(document) {
    const entries = readShape(Document, document)
    if (!entries.ok) return entries
    const said = Object.entries(entries.value).filter(([, { regions }]) => countOf(regions) > 0)
    return ok(
      said.map(([key, entry]) => ({
        name: entry.filename,
        objects: (picture) => viaFile.read({ [key]: entry }, picture),
      })),
    )
  },
})

function countOf(regions: unknown): number {
  return typeof regions === 'object' && regions !== null ? Object.keys(regions).length : 0
}
