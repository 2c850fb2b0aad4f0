import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import type { Hands } from '../../kit/hands.ts'
import { someImage } from '../../kit/images.ts'
import { type Labelling, openLabelling } from '../../kit/labelling.ts'

const FRAME = { width: 640, height: 480 }

let open: Labelling
let page: Labelling['page']
let hands: Hands

beforeAll(async () => {
  const images = [{ name: 'bay.png', bytes: await someImage(FRAME.width, FRAME.height) }]
  open = await openLabelling({
    project: 'Harbor',
    type: 'instance-segmentation',
    className: 'boat',
    images,
    frame: FRAME,
  })
  ;({ page, hands } = open)
})

afterAll(() => open.close())
keepLookOfFailures(() => page)

/** Returns the stored outlines in whole pixels, each from its first vertex. */
async function outlines(): Promise<unknown> {
  const { shapes } = await open.stored()
  return shapes.map((shape) =>
    shape.kind === 'polygon' ? shape.rings.map((ring) => ring.map(Math.round)) : shape.kind,
  )
}

const LEFT = [100, 100, 250, 100, 250, 250, 100, 250]
const RIGHT = [250, 100, 400, 100, 400, 250, 250, 250]

test('outlines snap, are united, subtracted, sliced, welded and untangled, each as one undo step', async () => {
  const { press, click, drag, holding } = hands
  await press('p')
  await click([100, 100], [250, 100], [250, 250], [100, 250])
  await press('Enter')
  await click([253, 103], [400, 100], [400, 250], [252, 248])
  await press('Enter')
  expect(await outlines()).toEqual([[LEFT], [RIGHT]])

  await press('v')
  await click([170, 170])
  await holding('Shift', () => click([320, 170]))
  await press('u')
  await page.getByRole('application', { name: 'bay.png, 1 shape' }).waitFor()
  await press('Control+z')
  await click([170, 170])
  await press('Shift+U')
  await page.getByRole('group', { name: 'Reshape' }).getByText('Subtract from boat 1').waitFor()
  await click([140, 140], [200, 140], [170, 200])
  await press('Enter')
  await press('Escape')
  expect(await outlines()).toEqual([[LEFT, [140, 140, 170, 200, 200, 140]], [RIGHT]])
  await press('Control+z')

  await click([320, 170])
  await press('Control+Shift+x')
  await drag([320, 80], [320, 270])
  await press('Escape')
  await page.getByRole('application', { name: 'bay.png, 3 shapes' }).waitFor()
  await press('Control+z')

  await press('Escape')
  await click([170, 170])
  await press('Alt+w')
  await drag([250, 100], [260, 60])
  await holding('Alt', () => drag([100, 240], [100, 260]))
  expect(await outlines()).toEqual([[[100, 100, 260, 60, 250, 250]], [[260, 60, 400, 100, 400, 250, 250, 250]]])

  await drag([90, 90], [280, 40])
  await press('ArrowUp')
  await press('Delete')
  await press('Escape')
  await press('Escape')
  await press('p')
  await click([450, 300], [600, 420], [600, 300], [450, 420])
  await press('Enter')
  await page.getByText('The outline crosses itself').waitFor()
  await page.getByRole('button', { name: 'Untangle', exact: true }).click()
  await page.getByRole('button', { name: 'Undo: Untangle polygon' }).waitFor()

  expect((await open.stored()).undo.map(sentenceOf)).toEqual([
    'Draw polygon',
    'Draw polygon',
    'Move vertex',
    'Delete vertex',
    'Move vertex',
    'Draw polygon',
    'Untangle polygon',
  ])
  expect(open.faults).toEqual([])
})

test('the border of a neighbour is copied, and a part of a polygon is redrawn', async () => {
  const { press, click, point } = hands
  await press('v')
  await press('Control+a')
  await press('Delete')
  await press('p')
  await click([100, 200], [140, 120], [200, 100], [260, 130], [280, 220], [200, 280])
  await press('Enter')
  await click([102, 202])
  await press('q')
  await press('Tab')
  await click([278, 218], [400, 60], [100, 40])
  await press('Enter')
  await press('v')
  await click([190, 200])
  await press('p')
  await click([150, 240], [150, 330], [250, 330], [240, 250])

  expect(await outlines()).toEqual([
    [[150, 240, 100, 200, 140, 120, 200, 100, 260, 130, 280, 220, 240, 250, 250, 330, 150, 330]],
    [[100, 200, 140, 120, 200, 100, 260, 130, 280, 220, 400, 60, 100, 40]],
  ])

  await press('v')
  await click([190, 200])
  await press('Control+d')
  await point([190, 200])
  await page.mouse.down()
  await page.getByRole('listbox', { name: 'Shapes at this place' }).waitFor()
  await page.mouse.up()
  await page.getByRole('option', { name: /^boat 1/ }).click()
  await press('Delete')
  expect(await outlines()).toMatchObject([[{ length: 14 }], [{ length: 18 }]])
  expect(open.faults).toEqual([])
})
