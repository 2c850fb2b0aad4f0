import { expect, test } from 'vitest'
import type { DatasetFinding } from '#core/exchange/datasets/ports'
import { coco } from '#formats/importers/coco'
import { cvat } from '#formats/importers/cvat'
import { readViaRegion } from '#formats/labels/json/via'
import { filePlace } from '#formats/labels/kit/places'
import { importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { collect } from '#test/unit/formats/exporters/kit'

async function listedIn(text: string) {
  const files = labelFiles({ 'annotations.xml': text })
  const findings: readonly DatasetFinding[] = await collect(cvat.read(await cvat.recognise(files), files))
  return findings.flatMap((finding) => ('classNames' in finding ? [...(finding.attributes ?? [])] : []))
}

function cvatLabel(...attributes: readonly string[]): string {
  const list = attributes.map((inside) => `<attribute>${inside}</attribute>`).join('')
  return `<annotations><meta><label><name>a/b</name><attributes>${list}</attributes></label></meta></annotations>`
}

test('attributes that CVAT lists are known by the name that their class will have, as well as the file tells', async () => {
  const words = Array.from({ length: 101 }, (_, index) => `word ${index}`).join('\n')
  const listed = await listedIn(
    cvatLabel(
      '<name> colour </name><input_type>radio</input_type><default_value>__undefined__</default_value><values>__undefined__\nred</values>',
      `<name>model</name><input_type>select</input_type><default_value></default_value><values>${words}</values>`,
      '<name>doors</name><input_type>number</input_type><default_value>x</default_value><values>a\n5\n1</values>',
      `<name>${'n'.repeat(61)}</name><input_type>text</input_type>`,
      '<input_type>checkbox</input_type>',
    ),
  )

  expect(listed).toEqual([
    [
      'a-b',
      [
        { name: 'colour', isRequired: false, kind: 'choice', choices: ['red'] },
        { name: 'model', isRequired: false, kind: 'text' },
        { name: 'doors', isRequired: false, kind: 'number', max: 5 },
      ],
    ],
  ])
})

function cocoFile(attributes: string): string {
  const annotation = `{"id":1,"image_id":1,"category_id":1,"bbox":[1,1,20,20],"attributes":${attributes}}`
  return `{"images":[{"id":1,"file_name":"quay.jpg"}],"categories":[{"id":1,"name":"crate"}],"annotations":[${annotation}]}`
}

async function cocoObjects(attributes: string) {
  const { images, problems } = await importWith(coco, labelFiles({ 'a.json': cocoFile(attributes) }))
  expect(problems).toEqual([])
  return objectsOf(images[0], { type: 'object-detection' })
}

const BOX = { className: 'crate', kind: 'box', box: { x0: 1, y0: 1, x1: 21, y1: 21 } }

test('what CVAT says of every object in COCO is no word of a person, but how a box is turned', async () => {
  const written = '{"occluded":false,"rotation":0.0,"track_id":3,"keyframe":true}'
  const turned = '{"occluded":true,"rotation":90.0}'

  expect(await cocoObjects(written)).toEqual([BOX])
  expect(await cocoObjects(turned)).toEqual([
    {
      className: 'crate',
      kind: 'rotated-box',
      said: { occluded: true },
      box: { center: { x: 11, y: 11 }, width: 20, height: 20, angle: 90 },
    },
  ])
})

test('what VGG Image Annotator says of a region beside its class is said of the object', () => {
  const region_attributes = { colour: 'red', class: 'crate', note: '', on: { deck: true, land: false, water: true } }
  const shape_attributes = { name: 'rect', x: 1, y: 1, width: 20, height: 20 }

  const object = readViaRegion({ shape_attributes, region_attributes }, filePlace('region', 1))

  expect(object).toEqual({ ok: true, value: { ...BOX, said: { colour: 'red', on: 'deck, water' } } })
})

test.each(['[1,2]', '"red"', 'null', '{}', '{"colour":null}'])(
  'attributes that are %s say nothing',
  async (attributes) => {
    expect(await cocoObjects(attributes)).toEqual([BOX])
  },
)

test('names that mean something to programs are names like any other, and more attributes than a label has are refused', async () => {
  const hostile = '{"__proto__":"x","constructor":{"a":[1]}}'
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a${index}`, 1])))

  const said = Object.fromEntries([
    ['__proto__', 'x'],
    ['constructor', '{"a":[1]}'],
  ])
  expect(await cocoObjects(hostile)).toEqual([{ ...BOX, said }])
  expect(await cocoObjects(many)).toBe('invalid: object 1 has more than 100 attributes')
})
