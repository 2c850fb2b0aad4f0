import { expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import { cvat } from '#formats/exporters/cvat'
import {
  boxShape,
  CRATE,
  collect,
  imageOf,
  pointsShape,
  polygonShape,
  SPOON,
  sourceOf,
  textsOf,
  versionOf,
  wholeShape,
} from './kit.ts'

const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]

test('the parts of an object share a group, and a hole is joined to the outline around it', async () => {
  const shapes = [
    polygonShape(CRATE, square(0, 0, 10), square(50, 0, 10)),
    polygonShape(SPOON, square(20, 20, 30), square(30, 30, 10)),
    boxShape(CRATE, [-10, 90, 30.126, 200]),
    boxShape(CRATE, [199.5, 0, 300, 50]),
  ]

  expect(linesOf(await xmlOf(shapes))).toEqual([
    '<polygon label="crate" occluded="0" points="0.00,0.00;10.00,0.00;10.00,10.00;0.00,10.00" z_order="0" group_id="1"></polygon>',
    '<polygon label="crate" occluded="0" points="50.00,0.00;60.00,0.00;60.00,10.00;50.00,10.00" z_order="0" group_id="1"></polygon>',
    expect.stringMatching(
      /^<polygon label="Loffel" occluded="0" points="(?:[\d.]+,[\d.]+;?){11}" z_order="0"><\/polygon>$/,
    ),
    '<box label="crate" occluded="0" xtl="0.00" ytl="90.00" xbr="30.13" ybr="100.00" z_order="0"></box>',
  ])
})

test('a point without a place is outside, an object without points is its box, and a class of the whole image follows the objects as a tag', async () => {
  const skeleton = { points: ['left "end"', 'top'], edges: [] }
  const points = [
    { x: 12, y: 13, visibility: 1 },
    { x: 0, y: 0, visibility: 0 },
  ] as const
  const nowhere = points.map(() => ({ x: 0, y: 0, visibility: 0 }) as const)
  const changes = { projectType: 'keypoint-detection', classes: [{ id: CRATE, name: 'crate', skeleton }] } as const
  const shapes = [
    wholeShape(CRATE),
    pointsShape(CRATE, [10, 10, 20, 20], points),
    pointsShape(CRATE, [30, 10, 40, 20], nowhere),
  ]

  const xml = await xmlOf(shapes, changes)

  expect(linesOf(xml)).toEqual([
    '<skeleton label="crate" z_order="0">',
    '<points label="left &quot;end&quot;" outside="0" occluded="1" points="12.00,13.00"></points>',
    '<points label="top" outside="1" occluded="0" points="0.00,0.00"></points>',
    '</skeleton>',
    '<box label="crate" occluded="0" xtl="30.00" ytl="10.00" xbr="40.00" ybr="20.00" z_order="0"></box>',
    '<tag label="crate"></tag>',
  ])
  expect(xml).toContain('<name>left "end"</name>\n\t\t\t\t\t<type>points</type>')
})

test('names of points and projects cannot break the file', async () => {
  const skeleton = { points: ['<a>&\u0000\ufffe'], edges: [] }
  const points = [{ x: 12, y: 13, visibility: 2 }] as const
  const classes = [{ id: CRATE, name: 'a < "b" & c', skeleton }]

  const xml = await xmlOf([pointsShape(CRATE, [10, 10, 20, 20], points)], {
    projectType: 'keypoint-detection',
    projectName: '</name>\u0007',
    classes,
  })

  expect(xml).toContain('<name>&lt;/name&gt;  v3</name>')
  expect(linesOf(xml).slice(0, 2)).toEqual([
    '<skeleton label="a &lt; &quot;b&quot; &amp; c" z_order="0">',
    '<points label="&lt;a&gt;&amp;\ufffd\ufffd" outside="0" occluded="0" points="12.00,13.00"></points>',
  ])
})

test('images are counted through all splits, each with the split that it is of', async () => {
  const images = (['train', 'valid', 'test'] as const).flatMap((split) =>
    ['a', 'b'].map((name) => imageOf({ split, fileName: `${name}-${split}.jpg` })),
  )
  const source = sourceOf(versionOf({ counts: { train: 2, valid: 2, test: 2 } }), images)

  const { 'annotations.xml': xml = '' } = await textsOf(cvat.files(source))

  const found = [...xml.matchAll(/<image id="(\d)" name="(.*?)" subset="(.*?)"/g)].map((match) => match.slice(1))
  expect(found).toEqual([
    ['0', 'a-train.jpg', 'train'],
    ['1', 'b-train.jpg', 'train'],
    ['2', 'a-valid.jpg', 'valid'],
    ['3', 'b-valid.jpg', 'valid'],
    ['4', 'a-test.jpg', 'test'],
    ['5', 'b-test.jpg', 'test'],
  ])
  expect(xml.match(/<subset>\w+<\/subset>/g)).toEqual(['train', 'valid', 'test'].map((s) => `<subset>${s}</subset>`))
  const written = (await collect(cvat.files(source))).filter(({ kind }) => kind === 'image').map(({ path }) => path)
  expect(written).toEqual(written.toSorted())
})

test('an image is written before the next one is read', async () => {
  let read = 0
  async function* images() {
    for (; read < 1000; ) {
      read += 1
      yield imageOf({ fileName: `${read}.jpg`, shapes: [boxShape(CRATE, [0, 0, 10, 10])] })
    }
  }
  const version = versionOf({ counts: { train: 1000, valid: 0, test: 0 } })

  for await (const file of cvat.files({ version, images })) {
    if (file.path !== 'annotations.xml' || file.kind !== 'text' || typeof file.text === 'string') continue
    let written = 0
    for await (const piece of file.text) {
      if (piece.includes('<image ')) written += 1
      expect(written).toBe(read)
    }
    expect(written).toBe(1000)
    return
  }
  throw new Error('There are no annotations')
})

async function xmlOf(shapes: readonly Shape[], changes: Parameters<typeof versionOf>[0] = {}): Promise<string> {
  const version = versionOf({ projectType: 'instance-segmentation', ...changes })
  const texts = await textsOf(cvat.files(sourceOf(version, [imageOf({ fileName: 'quay.jpg', shapes })])))
  return texts['annotations.xml'] ?? ''
}

/** Lines inside the image element. */
function linesOf(xml: string): readonly string[] {
  const [, inside = ''] = /<image .*?>\n(.*)\t<\/image>/s.exec(xml) ?? []
  return inside
    .split('\n')
    .slice(0, -1)
    .map((line) => line.trim())
}
