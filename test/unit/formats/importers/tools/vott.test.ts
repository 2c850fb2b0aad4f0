import { expect, test } from 'vitest'
import { vott } from '#formats/importers/tools/vott'
import { ONE_CRATE, saidBy } from './kit.ts'

const ASSET = {
  asset: { format: 'jpg', id: '1', name: 'bay.jpg', path: 'file:/home/me/bay.jpg', size: { width: 200, height: 100 } },
  regions: [{ id: 'a', type: 'RECTANGLE', tags: ['crate'], boundingBox: { left: 20, top: 10, width: 60, height: 40 } }],
  version: '2.2.0',
}

test('an export of VoTT: images without regions stay unlabelled', async () => {
  const document = {
    name: 'x',
    tags: [{ name: 'crate' }],
    assets: { 1: ASSET, 2: { ...ASSET, asset: { ...ASSET.asset, name: 'quay.jpg' }, regions: [] } },
  }

  expect(await saidBy(vott, { 'vott-json-export/x-export.json': JSON.stringify(document) })).toEqual(ONE_CRATE)
})

test('a file of VoTT about one image', async () => {
  expect(await saidBy(vott, { '1-asset.json': JSON.stringify(ASSET) })).toEqual(ONE_CRATE)
})
