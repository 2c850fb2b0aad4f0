import { isNativeError } from 'node:util/types'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { literal, message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import { misfitMessage } from './misfit-message.ts'
import { withinTime } from './time-limit.ts'

/** Returns a sentence about the part of `event_data` that does not fit a schema; undefined when all of it fits. */
export type DataCheck = (data: Readonly<Record<string, unknown>>) => Message | undefined

/** The same limit as for schema files. */
const MOST_LEVELS = 100
const COMPILE_MS = 5000
/** Long enough that a busy machine does not refuse valid data. The thread does nothing else meanwhile. */
const CHECK_MS = 5000

const DRAFTS = { '2020-12': Ajv2020, '07': Ajv }
type Draft = keyof typeof DRAFTS

/** Compiles a JSON Schema of draft-07 or of draft 2020-12, the default. Nothing is ever fetched for it. */
export function compileSchema(schema: unknown, checkMs = CHECK_MS): Result<DataCheck, Message> {
  if (!isObject(schema)) return err(message('event-schema-not-object'))
  if (isDeep(schema)) return err(message('event-schema-too-deep', { most: MOST_LEVELS }))
  const { $schema, ...rules } = schema
  const draft = $schema === undefined ? '2020-12' : draftOf($schema)
  if (draft === undefined) return err(message('event-schema-draft-unknown'))
  return compile(rules, draft, checkMs)
}

/** Texts can be crafted for which these keywords take very long. All others need one pass over the data. */
const IS_MAYBE_SLOW = /"(?:pattern|patternProperties|format|uniqueItems|\$ref|\$dynamicRef)":/

function compile(rules: object, draft: Draft, checkMs: number): Result<DataCheck, Message> {
  const engine = takeEngine(draft)
  try {
    const compiled = withinTime(COMPILE_MS, () => engine.compile(rules))
    if (!compiled.ok) return err(message('event-schema-too-large-to-use'))
    // An asynchronous check returns a promise, which would pass for true.
    if ('$async' in compiled.value) return err(message('event-schema-async'))
    engine.removeSchema(rules)
    const text = JSON.stringify(rules)
    if (!text.includes('"$id":')) idle.set(draft, engine)
    return ok(dataCheck(compiled.value, IS_MAYBE_SLOW.test(text) ? checkMs : undefined))
  } catch (failure) {
    if (!isNativeError(failure)) return err(inWords(String(failure)))
    // The first error concerns the value itself; the others are about alternatives.
    const [first] = failure.message.startsWith('schema is invalid') ? (engine.errors ?? []) : []
    return err(first ? misfitMessage([first]) : inWords(failure.message))
  }
}

/**
 * Engines by draft, since making one takes a while. One that knows the ids of a schema, or failed to compile one, is
 * not used again.
 */
const idle = new Map<Draft, Ajv>()

function takeEngine(draft: Draft): Ajv {
  const known = idle.get(draft)
  idle.delete(draft)
  return known ?? newEngine(draft)
}

function newEngine(draft: Draft): Ajv {
  const engine = new DRAFTS[draft]({
    strict: false,
    logger: false,
    ownProperties: true,
    // Otherwise a definition that is referenced a thousand times is compiled a thousand times.
    inlineRefs: false,
  })
  formats.default(engine)
  return engine
}

function dataCheck(validate: ValidateFunction, limitMs: number | undefined): DataCheck {
  const check: DataCheck = (data) => (validate(data) ? undefined : misfitMessage(validate.errors ?? []))
  return (data) => {
    try {
      const checked = limitMs === undefined ? ok(check(data)) : withinTime(limitMs, () => check(data))
      return checked.ok ? checked.value : message('event-check-too-slow', { seconds: (limitMs ?? 0) / 1000 })
    } catch (failure) {
      if (failure instanceof RangeError) return message('event-data-too-deep')
      throw failure
    }
  }
}

function draftOf(uri: unknown): Draft | undefined {
  const found = /^https?:\/\/json-schema\.org\/(?:draft\/(2020-12)|draft-(07))\/schema#?$/.exec(String(uri))
  if (found === null) return undefined
  return found[1] === undefined ? '07' : '2020-12'
}

/** The engine calls the schema `data`, and refers to missing things by positions in generated code. */
function inWords(failure: string): Message {
  const words = failure.replace(/^data\/?/, '')
  const [, reference] = /^can't resolve reference (\S+) from id.*$/.exec(words) ?? []
  return reference === undefined ? literal(words) : message('event-schema-reference-unknown', { reference })
}

function isDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
