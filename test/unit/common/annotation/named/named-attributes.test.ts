import { expect, test } from 'vitest'
import { type Attribute, Attributes } from '#common/annotation/attribute'
import { byIdentifiers, byNamesOnce, type NamedAttribute, withMissing } from '#common/annotation/named/attribute'
import { guessed, observe, observed } from '#common/annotation/named/guess'
import { answersOf, misfitReason, saidByNames } from '#common/annotation/named/values'
import { AttributeId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'

let last = 0
function fresh(): AttributeId {
  last += 1
  return AttributeId.parse(`fresh${String(last).padStart(4, '0')}`)
}

const COLOUR: NamedAttribute = { name: 'Colour', isRequired: false, kind: 'choice', choices: ['red', 'Deep blue'] }
const OTHERS: readonly NamedAttribute[] = [
  { name: 'stacked', isRequired: false, kind: 'yes-no' },
  { name: 'weight', isRequired: false, kind: 'number', min: 0, max: 10 },
  { name: 'note', isRequired: false, kind: 'text' },
]
const all: readonly Attribute[] = [COLOUR, ...OTHERS].map((named) => byIdentifiers(named, fresh))

test('what files say as texts is what the attributes keep, whatever the size of letters', () => {
  const said = { colour: 'deep BLUE', stacked: 'True', weight: '2.50', NOTE: 7 }

  const { values, misfits } = answersOf(all, said)

  expect(misfits).toEqual([])
  expect(saidByNames(all, values)).toEqual({ Colour: 'Deep blue', stacked: true, weight: 2.5, note: '7' })
})

test('what nobody has said is no value, and no fault', () => {
  expect(answersOf(all, { Colour: '__undefined__', stacked: '', weight: ' ' })).toEqual({ values: {}, misfits: [] })
})

test('what an attribute cannot say is named with the reason', () => {
  const said = { Colour: 'green', stacked: 'maybe', weight: 11, note: 'x'.repeat(1001), 'not asked': 'é'.repeat(50) }

  const { values, misfits } = answersOf(all, said)

  expect(values).toEqual({})
  expect(misfits.map(misfitReason).map(sentenceOf)).toEqual([
    '"green" is not one of the choices of "Colour"',
    '"stacked" needs yes or no, not "maybe"',
    '"11" is not a number that "weight" allows',
    'the text of "note" has more than 1000 characters',
    'the class cannot have an attribute "not asked"',
  ])
})

test.each([
  { values: [true, 'false'], kind: 'yes-no' },
  { values: [1, '2.5', '-3e2'], kind: 'number' },
  { values: ['car', 'Car', 'bus', 'bus'], kind: 'choice' },
  { values: ['car', 'bus', 'tram'], kind: 'text' },
  { values: ['007', '7', '007', '7'], kind: 'number' },
  { values: ['a'.repeat(61), 'a'.repeat(61)], kind: 'text' },
  { values: Array.from({ length: 500 }, (_, index) => `word ${index % 250}`), kind: 'text' },
])('labels that say $values.0 and the like are asked for a $kind', ({ values, kind }) => {
  const seen = observed('x')
  for (const value of values) observe(seen, value)

  const attribute = guessed(seen)

  expect(attribute?.kind).toBe(kind)
  const asked = attribute ? [byIdentifiers(attribute, fresh)] : []
  expect(values.flatMap((value) => answersOf(asked, { x: value }).misfits)).toEqual([])
})

test('attributes without a usable name, and those of which nothing is said, are not made', () => {
  const [nameless, silent] = [observed(' '.repeat(3)), observed('silent')]
  observe(nameless, 'something')
  observe(silent, '')

  expect([guessed(nameless), guessed(silent)]).toEqual([undefined, undefined])
})

test('an attribute of a file that contradicts itself becomes one that can be kept', () => {
  const odd: readonly NamedAttribute[] = [
    { name: 'a', isRequired: true, kind: 'choice', choices: ['x', 'X', 'y'], default: 'z' },
    { name: 'b', isRequired: false, kind: 'number', min: 5, max: 1, default: 9 },
    { name: 'c', isRequired: false, kind: 'number', max: 1, default: 9 },
    { name: 'd', isRequired: false, kind: 'text', default: '' },
  ]

  const kept = Attributes.parse(odd.map((named) => byIdentifiers(named, fresh)))

  expect(byNamesOnce(kept)).toEqual([
    { name: 'a', isRequired: true, kind: 'choice', choices: ['x', 'y'] },
    { name: 'b', isRequired: false, kind: 'number', default: 9 },
    { name: 'c', isRequired: false, kind: 'number', max: 1 },
    { name: 'd', isRequired: false, kind: 'text' },
  ])
})

test('a class gets the attributes that it lacks by name, and no more than a class can have', () => {
  const many = Array.from({ length: 150 }, (_, index) => ({ name: `asked ${index}` }))

  expect(withMissing([{ name: 'Colour' }], [{ name: 'colour' }])).toEqual([{ name: 'Colour' }])
  expect(withMissing([{ name: 'Colour' }], many)).toHaveLength(100)
})

test('classes that were merged ask everything once, with the choices of both', () => {
  const other = byIdentifiers({ ...COLOUR, choices: ['RED', 'green'] }, fresh)

  expect(byNamesOnce([...all, other])[0]).toEqual({ ...COLOUR, choices: ['red', 'Deep blue', 'green'] })
})
