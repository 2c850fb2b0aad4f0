import { expect, test } from 'vitest'
import {
  Attribute,
  Attributes,
  attributesFault,
  missingOf,
  saidOf,
  withDefaults,
  withValue,
  wordOf,
} from '#common/annotation/attribute'
import { lintsOfShape } from '#common/annotation/lint/shape-lints'
import { AttributeId } from '#common/ids'
import { boxShape } from './shapes.ts'

const id = (name: string) => AttributeId.parse(name.padEnd(8, '0'))
const [red, blue] = [
  { id: id('red'), name: 'red' },
  { id: id('blue'), name: 'blue' },
]
const color = Attribute.parse({
  id: id('color'),
  name: 'Colour',
  isRequired: true,
  kind: 'choice',
  choices: [red, blue],
  default: red.id,
})
const occluded = Attribute.parse({ id: id('occluded'), name: 'occluded', isRequired: false, kind: 'yes-no' })
const age = Attribute.parse({ id: id('age'), name: 'age', isRequired: true, kind: 'number', min: 0, max: 120 })
const all = [color, occluded, age]

test('a new label says the defaults of its class and keeps what it says already', () => {
  expect([withDefaults({}, all), withDefaults({ attributes: { [color.id]: blue.id } }, all)]).toEqual([
    { attributes: { [color.id]: red.id } },
    { attributes: { [color.id]: blue.id } },
  ])
})

test('a label says what its attributes know, by identifiers, and in words what is so', () => {
  const values = { [color.id]: blue.id, [occluded.id]: false, [age.id]: 130 }

  expect(all.map((each) => saidOf(each, values))).toEqual([blue.id, false, undefined])
  expect(all.map((each) => wordOf(each, { ...values, [occluded.id]: true, [age.id]: 30 }))).toEqual([
    'blue',
    'occluded',
    'age 30',
  ])
  expect(wordOf({ ...color, name: 'Paint' }, values)).toBe('blue')
})

test('a value is said and taken back', () => {
  const said = withValue(boxShape(10, 10, 90, 90), occluded.id, true)

  expect([said.attributes, withValue(said, occluded.id, undefined).attributes]).toEqual([{ [occluded.id]: true }, {}])
})

test('a label that does not say what every label of its class must say deserves a look', () => {
  const frame = { width: 1000, height: 1000 }
  const image = { frame, mirrored: () => undefined, asked: () => all }
  const said = withValue(withDefaults(boxShape(10, 10, 90, 90), all), age.id, 30)

  expect(missingOf(all, {}).map(({ name }) => name)).toEqual(['Colour', 'age'])
  expect([lintsOfShape(boxShape(10, 10, 90, 90), image), lintsOfShape(said, image)]).toEqual([['unsaid'], []])
})

function faultOf(attributes: readonly unknown[]): string | undefined {
  const { error } = Attributes.safeParse(attributes)
  return error && attributesFault(error)
}

test('names that are missing or too long, and choices that nobody named, are told apart', () => {
  const faults = [
    [{ ...age, name: ' ' }],
    [{ ...color, choices: [red, { ...blue, name: '' }] }],
    [{ ...age, name: 'x'.repeat(61) }],
    [{ ...color, choices: [] }],
    [{ ...age, min: 'low' }],
    [age],
  ].map(faultOf)

  expect(faults).toEqual(['name-missing', 'name-missing', 'name-too-long', 'choice-missing', undefined, undefined])
})

test('attributes of one name, choices of one name and defaults out of range are refused', () => {
  const faults = [
    [color, { ...age, name: 'colour' }],
    [{ ...color, choices: [red, { ...blue, name: 'Red' }] }],
    [{ ...age, default: 121 }],
  ].map(faultOf)

  expect(faults).toEqual(['attributes-alike', 'choices-alike', 'default-misfit'])
})
