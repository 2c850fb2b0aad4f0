import type { ErrorObject } from 'ajv'

/** Longer sentences quote a schema rather than explain the fault. */
const LONGEST = 400

/** Returns a sentence about the part of `event_data` that does not fit, beginning with the path of the value. */
export function misfitSentence(errors: readonly ErrorObject[]): string {
  const last = errors.at(-1)
  // The last error is about the whole, except for a condition, which only says that one of its branches failed.
  const told = last?.keyword === 'if' ? errors[0] : last
  const sentence = told ? demand(told) : 'it is not what the schema describes'
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST)}…` : sentence
}

function demand({ instancePath, keyword, params, message }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(unescaped)
  const name = path.join('.') || 'it'
  switch (keyword) {
    case 'required':
      return `${[...path, params['missingProperty']].join('.')} is missing`
    case 'additionalProperties':
      return `${[...path, params['additionalProperty']].join('.')} is not a field of the schema`
    case 'unevaluatedProperties':
      return `${[...path, params['unevaluatedProperty']].join('.')} is not a field of the schema`
    case 'enum':
      return `${name} must be one of ${listed(params['allowedValues'])}`
    case 'const':
      return `${name} must be ${JSON.stringify(params['allowedValue'])}`
    case 'anyOf':
      return `${name} fits none of the kinds that the schema allows`
    default:
      return `${name} ${message ?? `breaks the rule ${keyword}`}`
  }
}

/** Unescapes a part of a JSON pointer (RFC 6901). */
function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : 'those of the schema'
}
