import { z } from 'zod'
import { ok } from '#common/result'
import { vott as vottFile } from '../../labels/json/vott.ts'
import { readShape } from '../../labels/kit/json.ts'
import { documentImporter, nameInAddress } from '../kit/documents.ts'

const Asset = z.looseObject({ asset: z.object({ name: z.string() }), regions: z.array(z.unknown()) })
const Document = z.union([
  z.object({ assets: z.record(z.string(), Asset) }).transform(({ assets }) => Object.values(assets)),
  Asset.transform((asset) => [asset]),
])

/** VoTT: an export of all images, or a file for each. An image without regions was only looked at. */
export const vott = documentImporter({
  id: 'vott',
  title: 'VoTT',
  isWanted: (keys) =>
    (keys.has('assets') && keys.has('tags[]')) ||
    (keys.has('asset.name') && keys.has('regions[]') && keys.has('version')),
  entries(document) {
    const assets = readShape(Document, document)
    if (!assets.ok) return assets
    const said = assets.value.filter(({ regions }) => regions.length > 0)
    return ok(
      said.map((asset) => ({
        name: nameInAddress(asset.asset.name),
        objects: (picture) => vottFile.read(asset, picture),
      })),
    )
  },
})
