import { z } from 'zod'
import { ok } from '#common/result'
import { nameInAddress } from '#core/exchange/datasets/places'
import { vott as vottFile } from '../../labels/json/vott.ts'
import { readShape } from '../../labels/kit/json.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { documentImporter } from '../kit/documents.ts'

const Size = z.object({ width: z.unknown().optional(), height: z.unknown().optional() }).nullish().catch(undefined)
const Asset = z.looseObject({ asset: z.looseObject({ name: z.string(), size: Size }), regions: z.array(z.unknown()) })

/** VoTT: an export of all images, or a file for each. An image without regions was only looked at. */
export const vott = documentImporter({
  id: 'vott',
  title: 'VoTT',
  isWanted: (keys) =>
    (keys.has('assets') && keys.has('tags[]')) ||
    (keys.has('asset.name') && keys.has('regions[]') && keys.has('version')),
  pieces: (keys) => (keys.has('assets') ? { objects: ['assets'] } : undefined),
  entries(document) {
    const read = readShape(Asset, document)
    if (!read.ok) return read
    const asset = read.value
    if (asset.regions.length === 0) return ok([])
    const { name, size } = asset.asset
    const declared = declaredSize(size?.width, size?.height)
    return ok([{ name: nameInAddress(name), ...declared, objects: (image) => vottFile.read(asset, image) }])
  },
})
