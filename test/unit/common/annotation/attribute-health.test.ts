import { expect, test } from 'vitest'
import { Attributes } from '#common/annotation/attribute'
import { AttributeId, ClassId } from '#common/ids'
import { attributeTally } from '#core/dataset/health/attributes'

const id = (name: string) => AttributeId.parse(name.padEnd(8, '0'))
const crate = ClassId.parse('crate001')
const attributes = Attributes.parse([
  {
    id: id('colour'),
    name: 'colour',
    isRequired: true,
    kind: 'choice',
    choices: [
      { id: id('red'), name: 'red' },
      { id: id('blue'), name: 'blue' },
    ],
  },
  { id: id('stacked'), name: 'stacked', isRequired: false, kind: 'yes-no' },
  { id: id('weight'), name: 'weight', isRequired: false, kind: 'number' },
  { id: id('note'), name: 'note', isRequired: false, kind: 'text' },
])

test('what labels say is counted by attribute, and what they do not say is what is left', () => {
  const tally = attributeTally([{ id: crate, name: 'crate', labels: 10, attributes }])

  tally.add([{ classId: crate, labels: 3, values: { [id('colour')]: id('blue'), [id('weight')]: 4 } }])
  tally.add([
    { classId: crate, labels: 1, values: { [id('colour')]: id('gone'), [id('weight')]: 8, [id('stacked')]: false } },
    { classId: ClassId.parse('other001'), labels: 5, values: { [id('colour')]: id('red') } },
    ...Array.from({ length: 6 }, (_, n) => ({ classId: crate, labels: 1, values: { [id('note')]: `note ${n % 6}` } })),
  ])

  const about = { classId: crate, className: 'crate', labels: 10, others: 0, range: undefined }
  expect(tally.result()).toEqual([
    {
      ...about,
      id: id('colour'),
      name: 'colour',
      kind: 'choice',
      isRequired: true,
      unsaid: 7,
      answers: [
        { name: 'red', labels: 0 },
        { name: 'blue', labels: 3 },
      ],
    },
    {
      ...about,
      id: id('stacked'),
      name: 'stacked',
      kind: 'yes-no',
      isRequired: false,
      unsaid: 9,
      answers: [
        { name: 'true', labels: 0 },
        { name: 'false', labels: 1 },
      ],
    },
    {
      ...about,
      id: id('weight'),
      name: 'weight',
      kind: 'number',
      isRequired: false,
      unsaid: 6,
      answers: [],
      range: { min: 4, max: 8, mean: 5 },
    },
    {
      ...about,
      id: id('note'),
      name: 'note',
      kind: 'text',
      isRequired: false,
      unsaid: 4,
      others: 1,
      answers: [0, 1, 2, 3, 4].map((n) => ({ name: `note ${n}`, labels: 1 })),
    },
  ])
})
