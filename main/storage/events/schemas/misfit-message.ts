import type { ErrorObject } from 'ajv'
import { literal, message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'

/** Longer ones quote a schema rather than tell what is wrong. */
const LONGEST = 400

/** The part of `event_data` that does not fit; the message begins with the path of the value at fault. */
export function misfitMessage(errors: readonly ErrorObject[]): Message {
  const last = errors.at(-1)
  // The last one tells of the whole; of a condition that only says that one of its branches failed.
  const told = last?.keyword === 'if' ? errors[0] : last
  const misfit = told ? demand(told) : message('event-data-not-as-described')
  const sentence = sentenceOf(misfit)
  return sentence.length > LONGEST ? literal(`${sentence.slice(0, LONGEST)}…`) : misfit
}

function demand({ instancePath, keyword, params, message: words }: ErrorObject): Message {
  const path = instancePath.split('/').slice(1).map(unescaped)
  const field = path.join('.') || message('event-data-itself')
  const below = (property: unknown) => [...path, property].join('.')
  switch (keyword) {
    case 'required':
      return message('issue-missing', { field: below(params['missingProperty']) })
    case 'additionalProperties':
      return message('event-field-unknown', { field: below(params['additionalProperty']) })
    case 'unevaluatedProperties':
      return message('event-field-unknown', { field: below(params['unevaluatedProperty']) })
    case 'enum':
      return message('issue-not-among', { field, values: listed(params['allowedValues']) })
    case 'const':
      return message('event-value-other', { field, value: JSON.stringify(params['allowedValue']) })
    case 'anyOf':
      return message('event-value-of-no-kind', { field })
    default:
      return words === undefined
        ? message('event-value-breaks-rule', { field, rule: keyword })
        : message('event-value-misfit', { field }, literal(words))
  }
}

/** A part of a JSON pointer (RFC 6901). */
function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function listed(values: unknown): readonly string[] {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : []
}
