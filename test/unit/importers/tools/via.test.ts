import { expect, test } from 'vitest'
import { via } from '#formats/importers/tools/via'
import { ONE_CRATE, saidBy } from './kit.ts'

const VIA = {
  filename: 'bay.jpg',
  size: 1234,
  regions: [
    {
      shape_attributes: { name: 'rect', x: 20, y: 10, width: 60, height: 40 },
      region_attributes: { class: 'crate' },
    },
  ],
  file_attributes: {},
}
const VIA_BARE = { ...VIA, filename: 'quay.jpg', regions: [] }

test.each([
  [
    'a project',
    'via_project.json',
    { _via_settings: {}, _via_img_metadata: { 'bay.jpg1234': VIA, 'quay.jpg1': VIA_BARE } },
  ],
  ['an export', 'via_region_data.json', { 'bay.jpg1234': VIA, 'quay.jpg1': VIA_BARE }],
] as const)('%s of VIA: images without regions stay unlabelled', async (_, path, document) => {
  expect(await saidBy(via, { [path]: JSON.stringify(document) })).toEqual(ONE_CRATE)
})
