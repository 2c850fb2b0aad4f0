import { afterAll, beforeAll, expect, test } from 'vitest'
import { maskOfRings } from '#common/geometry/mask-forms'
import { ShapeId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import type { Hands } from '../../kit/hands.ts'
import { someImage } from '../../kit/images.ts'
import { type Labelling, openLabelling } from '../../kit/labelling.ts'
import { untilEnded } from '../../kit/tasks.ts'
import { readZip } from '../../kit/zip-file.ts'

const FRAME = { width: 640, height: 480 }

let open: Labelling
let page: Labelling['page']
let hands: Hands

beforeAll(async () => {
  const images = [{ name: 'bay.png', bytes: await someImage(FRAME.width, FRAME.height) }]
  open = await openLabelling({
    project: 'Harbor',
    type: 'object-detection',
    className: 'boat',
    images,
    frame: FRAME,
  })
  ;({ page, hands } = open)
})

afterAll(() => open.close())
keepLookOfFailures(() => page)

/** Returns stored kinds and positions, rounded to whole pixels and degrees. */
async function stored(): Promise<unknown> {
  const { shapes } = await open.stored()
  const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value) : value)
  return JSON.parse(JSON.stringify(shapes, (_, value: unknown) => rounded(value)))
}

const SLANTED = { kind: 'rotated-box', box: { center: { x: 150, y: 130 }, width: 100, height: 60, angle: 2 } }
const LINE = { kind: 'polyline', points: [300, 100, 400, 100, 420, 200] }
const POINT = { kind: 'point', at: { x: 500, y: 100 } }
const TURNED = { kind: 'rotated-box', box: { center: { x: 350, y: 350 }, width: 100, height: 60, angle: 45 } }

test('rotated boxes, lines and points are drawn, rotated, edited, undone, and kept after a reload', async () => {
  const { press, click, drag, draw } = hands
  await draw.rotatedBox([100, 100], [200, 100], [150, 160])
  await draw.line([300, 100], [400, 100], [400, 200])
  await draw.point([500, 100])
  await draw.box([300, 320], [400, 380])
  await press('v')
  await click([150, 130])
  await press('Shift+Z', 'Shift+Z')
  await click([400, 150])
  await drag([400, 200], [420, 200])
  await click([350, 350])
  // The rotation handle is above the box, at the same distance at any zoom.
  const [x, y] = await hands.at([350, 320])
  await page.mouse.move(x, y - 20)
  await page.mouse.down()
  await hands.holding('Shift', async () => {
    await hands.point([421, 283])
    await page.mouse.up()
  })
  expect(await stored()).toMatchObject([SLANTED, LINE, POINT, TURNED])

  await press('Control+z', 'Control+z')
  expect(await stored()).toMatchObject([SLANTED, { points: [300, 100, 400, 100, 400, 200] }, POINT, { kind: 'box' }])
  await press('Control+Shift+z', 'Control+Shift+z')
  await hands.saved()
  await page.reload()
  await page.getByRole('application', { name: 'bay.png, 4 shapes' }).waitFor()

  const { undo } = await open.stored()
  expect(await stored()).toMatchObject([SLANTED, LINE, POINT, TURNED])
  expect(undo.map(sentenceOf)).toEqual([
    'Draw rotated box',
    'Draw line',
    'Draw point',
    'Draw box',
    'Turn rotated box',
    'Turn rotated box',
    'Move vertex',
    'Turn box',
  ])
  expect(open.faults).toEqual([])
})

/** Returns the exported file of the image whose path contains these letters. */
async function exported(format: string, letters: string): Promise<string> {
  const { station, project } = open
  const { taskId } = await station.studio.exports.startPicked({ project, picked: { filter: {} }, format })
  const { result } = await untilEnded(station.studio, taskId)
  const response = await station.fetch(String(result?.['url']))
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  const [, content] = [...files].find(([path]) => path.includes(letters)) ?? []
  return String(content)
}

test('each format keeps what it can of them, including a mask', async () => {
  const { shapes, revision } = await open.stored()
  const [like = never()] = shapes
  const tiles = maskOfRings([[10, 10, 30, 10, 30, 20, 10, 20]], FRAME)
  const after = {
    id: ShapeId.parse('maskOfTheBay'),
    classId: like.classId,
    z: 9,
    origin: 'hand',
    kind: 'mask',
    tiles,
  } as const
  const edit = { label: 'Paint', changes: [{ before: null, after }] }
  const { station, project, images } = open
  const [image = never()] = images
  await station.studio.annotations.commit({ project, image, revision, edit })

  const [coco, obb, cvat] = [
    JSON.parse(await exported('coco-segmentation', '.coco.json')),
    await exported('yolov8-obb', '/labels/'),
    await exported('cvat', 'annotations.xml'),
  ]

  expect(coco.annotations).toMatchObject([
    { segmentation: [expect.any(Array)] },
    { segmentation: [expect.any(Array)] },
    { bbox: [10, 10, 20, 10], area: 200, segmentation: [[10, 10, 30, 10, 30, 20, 10, 20]] },
  ])
  const turned = obb
    .split('\n')
    .slice(0, 2)
    .map((line) => line.split(' ').slice(1).map(Number))
  expect(turned.map((shares) => shares.map((share, i) => Math.round(share * (i % 2 === 0 ? 640 : 480))))).toEqual([
    [101, 98, 201, 102, 199, 162, 99, 158],
    [336, 293, 407, 364, 364, 407, 293, 336],
  ])
  expect(cvat.match(/<(box|polyline|points|mask) |rotation="\d+|rle="[^"]+"/g)).toEqual([
    '<box ',
    'rotation="2',
    '<polyline ',
    '<points ',
    '<box ',
    'rotation="45',
    '<mask ',
    'rle="0, 200"',
  ])
})

function never(): never {
  throw new Error('Nothing was drawn')
}
