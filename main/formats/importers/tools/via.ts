import { z } from 'zod'
import { ok } from '#common/result'
import { ViaEntry, viaParts } from '../../labels/json/via.ts'
import { readShape } from '../../labels/kit/json.ts'
import { type DocumentEntry, documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'

const Entry = z.looseObject({ filename: z.string(), regions: z.unknown() })

/** The key of the images in a saved project; an export has them alone. */
const PROJECT = '_via_img_metadata'

/** VGG Image Annotator 1 and 2: all images of a project with their regions; one of which nothing is said was only opened. */
export const via = documentImporter({
  id: 'via',
  title: 'VGG Image Annotator',
  isWanted: (keys) => keys.has(PROJECT) || [...keys].some((key) => /\.(?:file|region)_attributes$/.test(key)),
  pieces: (keys) => ({ objects: [keys.has(PROJECT) ? PROJECT : ''] }),
  entries(document) {
    const entry = readShape(Entry, document)
    return entry.ok ? ok(entryOf(entry.value)) : entry
  },
})

function entryOf(entry: z.infer<typeof Entry>): readonly DocumentEntry[] {
  const { filename: name } = entry
  const read = readShape(ViaEntry, entry)
  if (!read.ok) return [{ name, objects: () => read }]
  const parts = viaParts(read.value)
  return parts.length === 0 ? [] : [entryOfParts(name, parts)]
}
