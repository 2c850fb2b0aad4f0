import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { voc } from '#formats/exporters/voc'
import { boxShape, CRATE, imageOf, polygonShape, sourceOf, textsOf, versionOf } from './kit.ts'

const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]

test('pixels count from 1, and a box is never inside out', async () => {
  const shapes = [boxShape(CRATE, [0.4, 0.5, 1.45, 1.6]), boxShape(CRATE, [198.6, 98.7, 300, 300])]

  expect(boxesOf(await xmlOf(imageOf({ shapes })))).toEqual(['1 1 2 2', '200 200 100 100'])
})

test('each part of an object is an object with an outline of its own', async () => {
  const image = imageOf({ shapes: [polygonShape(CRATE, square(0, 0, 10), square(100, 50, 20))] })

  const xml = await xmlOf(image, { projectType: 'instance-segmentation' })

  expect(boxesOf(xml)).toEqual(['1 10 1 10', '101 120 51 70'])
  expect(xml.match(/<x3>\d+<\/x3>/g)).toEqual(['<x3>11</x3>', '<x3>121</x3>'])
})

test('a class may be called what XML takes for a tag', async () => {
  const classes = [
    { id: CRATE, name: 'a<b> & "c"' },
    { id: ClassId.parse('other001'), name: 'x' },
  ]

  const xml = await xmlOf(imageOf({ shapes: [boxShape(CRATE, [0, 0, 9, 9])] }), { classes })

  expect(xml).toContain('\t\t<name>a&lt;b&gt; &amp; "c"</name>\n')
})

async function xmlOf(image: ReturnType<typeof imageOf>, changes: Parameters<typeof versionOf>[0] = {}) {
  const texts = await textsOf(voc.files(sourceOf(versionOf(changes), [{ ...image, fileName: 'quay.jpg' }])))
  return texts['train/quay.xml'] ?? ''
}

/** xmin, xmax, ymin, ymax of each object. */
function boxesOf(xml: string): readonly string[] {
  return [...xml.matchAll(/<bndbox>(.*?)<\/bndbox>/gs)].map(([, box = '']) => (box.match(/\d+/g) ?? []).join(' '))
}
