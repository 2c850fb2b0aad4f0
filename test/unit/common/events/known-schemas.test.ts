import { expect, test } from 'vitest'
import {
  isKnownEventSchema,
  KNOWN_EVENT_SCHEMAS,
  knownJsonSchema,
  knownSchemaMisfit,
} from '#common/events/known-schemas'
import { sentenceOf } from '#common/messages/sentence'

type Case = readonly [name: Parameters<typeof knownSchemaMisfit>[0], data: object]

const long = 'a'.repeat(10_000)

const FITTING: readonly Case[] = [
  ['quality_check', { result: 'pass' }],
  ['quality_check', { result: 'fail', externalId: 'a'.repeat(1000) }],
  ['quality_check', { result: 'fail', external_id: 'order-1' }],
  ['quality_check', { result: 'pass', externalId: null }],
  ['inventory_count', { itemCount: 0 }],
  ['inventory_count', { itemCount: -3, location: 'dock', itemType: 'crate', externalId: '' }],
  ['inventory_count', { item_count: 4, item_type: 'crate', external_id: '1' }],
  ['inventory_count', { item_count: 4, itemType: 'crate' }],
  ['safety_alert', { alertType: 'no-helmet_2', severity: 'high' }],
  ['safety_alert', { alert_type: 'fire', severity: 'low', description: long }],
  ['custom', { value: '' }],
  ['custom', { value: long, externalId: 'x' }],
  ['operator_feedback', { relatedEventId: '1', feedback: 'inconclusive' }],
  ['operator_feedback', { related_event_id: '1', feedback: 'correct' }],
]

test.each(FITTING)('%s takes %j', (name, data) => {
  expect(knownSchemaMisfit(name, { ...data })).toBeUndefined()
})

const MISFITS: readonly (readonly [...Case, sentence: string])[] = [
  ['quality_check', {}, 'result is missing'],
  ['quality_check', { result: null }, 'result is missing'],
  ['quality_check', { result: 'PASS' }, 'result must be one of "pass", "fail"'],
  ['quality_check', { result: 1 }, 'result must be one of "pass", "fail"'],
  ['quality_check', { result: 'pass', externalId: 5 }, 'externalId must be a string'],
  ['quality_check', { result: 'pass', externalId: 'a'.repeat(1001) }, 'externalId must have at most 1000 characters'],
  [
    'quality_check',
    { result: 'pass', reslut: 'fail' },
    'reslut is not a field of quality_check; those are result, externalId',
  ],
  ['quality_check', { result: 'pass', externalId: 'a', external_id: 'a' }, 'externalId is given in two spellings'],
  ['inventory_count', { itemCount: 1.5 }, 'itemCount must be a whole number'],
  ['inventory_count', { itemCount: '4' }, 'itemCount must be a number'],
  ['inventory_count', { itemCount: 2 ** 60 }, 'itemCount must be at most 9007199254740991'],
  ['inventory_count', { location: 'dock' }, 'itemCount is missing'],
  ['safety_alert', { severity: 'low' }, 'alertType is missing'],
  ['safety_alert', { alertType: 'no helmet', severity: 'low' }, 'alertType must be letters, digits, _ and -'],
  ['safety_alert', { alertType: '', severity: 'low' }, 'alertType must be letters, digits, _ and -'],
  ['safety_alert', { alertType: 'fire' }, 'severity is missing'],
  ['safety_alert', { alertType: 'fire', severity: 'huge' }, 'severity must be one of "low", "medium", "high"'],
  [
    'safety_alert',
    { alertType: 'fire', severity: 'low', description: `${long}a` },
    'description must have at most 10000 characters',
  ],
  ['custom', { value: { a: 1 } }, 'value must be a string'],
  ['custom', { value: `${long}a` }, 'value must have at most 10000 characters'],
  ['operator_feedback', { relatedEventId: '', feedback: 'correct' }, 'relatedEventId must not be empty'],
  ['operator_feedback', { relatedEventId: '1' }, 'feedback is missing'],
  [
    'operator_feedback',
    { relatedEventId: '1', feedback: 'correct', externalId: 'x' },
    'externalId is not a field of operator_feedback; those are relatedEventId, feedback',
  ],
  ['custom', { value: 'x', constructor: 1 }, 'constructor is not a field of custom; those are value, externalId'],
]

test.each(MISFITS)('%s does not take %j', (name, data, sentence) => {
  expect(misfitIn(name, { ...data })).toBe(sentence)
})

function misfitIn(...asked: Parameters<typeof knownSchemaMisfit>): string | undefined {
  const misfit = knownSchemaMisfit(...asked)
  return misfit && sentenceOf(misfit)
}

test('a key that is called after the root of all objects is a field like any other', () => {
  const data: Readonly<Record<string, unknown>> = JSON.parse('{"value": "x", "__proto__": {"value": 1}}')

  expect(misfitIn('custom', data)).toContain('__proto__ is not a field of custom')
})

test.each(['__proto__', 'constructor', 'toString', 'Custom', 'custom ', ''])('%j is not the name of one', (name) => {
  expect(isKnownEventSchema(name)).toBe(false)
})

test('their JSON Schemas name what is required, and allow nothing else', () => {
  const described = KNOWN_EVENT_SCHEMAS.map((name) => ({ name, ...knownJsonSchema(name) }))

  expect(described).toMatchObject([
    { name: 'quality_check', required: ['result'], additionalProperties: false },
    { name: 'inventory_count', required: ['itemCount'], additionalProperties: false },
    { name: 'safety_alert', required: ['alertType', 'severity'], additionalProperties: false },
    { name: 'custom', required: ['value'], additionalProperties: false },
    { name: 'operator_feedback', required: ['relatedEventId', 'feedback'], additionalProperties: false },
  ])
})
