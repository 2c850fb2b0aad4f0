import { z } from 'zod'
import { refuse } from '#common/errors'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FilePoint, FileRecord, FileRectangle } from '../kit/json.ts'
import { filePlace } from '../kit/places.ts'
import { type ReadObjects, readAll, readEvery } from '../kit/reading.ts'

const Region = z.object({
  type: z.string().optional(),
  tags: z.array(z.string()).default([]),
  boundingBox: FileRectangle.nullish(),
  points: z.array(FilePoint).nullish(),
})
type Region = z.infer<typeof Region>

const Asset = z.object({ asset: z.object({ name: z.string().default('') }), regions: z.array(Region) })
const Export = z.object({ assets: FileRecord(Asset) }).transform(({ assets }) => Object.values(assets))

/** VoTT: the file of one image, or an export of all of them. A region with several tags is an object for each. */
export const vott = defineJsonFormat({
  id: 'vott',
  sign: z.union([
    z.object({ asset: z.object({}), regions: z.array(z.unknown()) }),
    z.object({ assets: z.object({}), tags: z.unknown() }),
  ]),
  document: z.union([Asset.transform((asset) => [asset]), Export]),
  read(assets, image) {
    const entry = entryFor(assets, image.name, ({ asset }) => asset.name)
    return entry.ok ? readAll(entry.value.regions, readRegion) : entry
  },
})

function readRegion({ type, tags, boundingBox, points }: Region, index: number): ReadObjects {
  const place = filePlace('region', index + 1)
  return readEvery(tags.length === 0 ? [''] : tags, (className) => {
    if (type !== 'RECTANGLE' && points && points.length > 0) return polygonOfPoints({ className, place }, [points])
    if (!boundingBox) return refuse('vott-shape-missing', { place })
    return boxOfSize({ className, place }, { ...boundingBox, x: boundingBox.left, y: boundingBox.top })
  })
}
