import { expect, test } from 'vitest'
import { coco } from '#formats/importers/coco'
import { cvat } from '#formats/importers/cvat'
import { labelme } from '#formats/importers/labelme'
import { retinanet } from '#formats/importers/tables'
import { voc } from '#formats/importers/voc'
import { yolo } from '#formats/importers/yolo'
import { readAnnotations } from '#formats/labels/registry'
import { importWith, labelFiles, objectsOf } from '#test/kit/label-files'

const LONG = 'x'.repeat(5 * 1024 ** 2)
const DEEP = '['.repeat(100_000)
const ATTRIBUTES = Array.from({ length: 1001 }, (_, at) => ` a${at}="1"`).join('')

test.each([
  { kind: 'COCO', importer: coco, files: { 'a.json': `{"images":[],"annotations":${DEEP}` } },
  { kind: 'LabelMe', importer: labelme, files: { 'a.json': `{"shapes":[],"flags":${DEEP}` } },
  { kind: 'data.yaml', importer: yolo, files: { 'data.yaml': `names: ${LONG}`, 'a.png': '', 'a.txt': '0 1 1 1 1' } },
  { kind: 'YOLO', importer: yolo, files: { 'data.yaml': 'names: [a]', 'a.png': '', 'a.txt': `0 1 1 1 1\n${LONG}` } },
  { kind: 'CSV', importer: retinanet, files: { 'a.csv': `a.png,1,1,5,5,cup\n${LONG}\n` } },
  { kind: 'Pascal VOC', importer: voc, files: { 'a.xml': `<annotation><object${ATTRIBUTES}/></annotation>` } },
  { kind: 'CVAT', importer: cvat, files: { 'a.xml': `<annotations><image${ATTRIBUTES}/></annotations>` } },
])('a hostile file of $kind is refused by name with its reason', async ({ importer, files }) => {
  const { problems } = await importWith(importer, labelFiles(files))

  expect(problems).toContainEqual(
    expect.stringMatching(
      /^(data|a)\.\w+.*: .*(nested more than 200 levels|longer than 4 MB|more than 1000 attributes)/,
    ),
  )
})

test('a LabelMe file is known by shapes that stand behind its image, and long texts are not kept', async () => {
  const shape = {
    label: 'cup',
    shape_type: 'rectangle',
    points: [
      [1, 1],
      [9, 9],
    ],
  }
  const text = JSON.stringify({ imageData: 'A'.repeat(300_000), imagePath: 'a.png', shapes: [shape] })

  const { images, problems } = await importWith(labelme, labelFiles({ 'a.json': text, 'a.png': '' }))

  expect(problems).toEqual([])
  expect(objectsOf(images[0])).toMatchObject([{ className: 'cup', kind: 'box' }])
})

test('the class of a whole image may look like the beginning of a list', () => {
  const frame = { width: 9, height: 9 }
  const image = { name: 'a.png', frame, type: 'single-label-classification' } as const

  expect(readAnnotations({ name: '[b]', text: '[b]', labelmap: new Map() }, image)).toMatchObject({
    ok: true,
    value: [{ kind: 'whole' }],
  })
})
