import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { dota } from '#formats/exporters/dota'
import { boxShape, CRATE, imageOf, polygonShape, sourceOf, textsOf, versionOf } from './kit.ts'

test('corners have three decimals at most; those of an outline are of the smallest rectangle around what is in the image', async () => {
  const shapes = [
    boxShape(CRATE, [-5, 0.12345, 10.5, 20]),
    polygonShape(CRATE, [180, 90, 210, 95, 190, 120]),
    boxShape(CRATE, [199.5, 0, 300, 50]),
  ]

  expect(await linesOf(imageOf({ shapes }))).toEqual([
    '0.0 0.123 10.5 0.123 10.5 20.0 0.0 20.0 crate 0',
    '180.0 90.0 201.081 93.514 199.55 102.703 178.468 99.189 crate 0',
  ])
})

test('a line has ten fields whatever a class is called, and no two classes are one', async () => {
  const classes = ['big crate', 'big  crate', 'big-crate', 'Köln  Süd'].map((name, i) => ({
    id: ClassId.parse(`class000${i}`),
    name,
  }))
  const shapes = classes.map(({ id }) => boxShape(id, [0, 0, 10, 10]))

  const lines = await linesOf(imageOf({ shapes }), { classes })

  expect(lines.map((line) => line.split(' '))).toMatchObject(
    ['big-crate-2', 'big-crate', 'big-crate-3', 'Koln-Sud'].map((name) => ({ length: 10, 8: name })),
  )
})

async function linesOf(image: ReturnType<typeof imageOf>, changes: Parameters<typeof versionOf>[0] = {}) {
  const texts = await textsOf(dota.files(sourceOf(versionOf(changes), [{ ...image, fileName: 'quay.jpg' }])))
  return (texts['train/labelTxt/quay.txt'] ?? '').split('\n').slice(0, -1)
}
