import type { FastifyRequest } from 'fastify'
import { UnfitRequest } from '../errors.ts'
import { LargeBody } from './large.ts'

/** Converts a body to one spelling before it is checked. */
export function inOneSpelling(spell: (body: unknown) => unknown) {
  return (request: FastifyRequest, _reply: unknown, done: (failure?: Error) => void) => {
    if (!(request.body instanceof LargeBody)) request.body = spell(request.body)
    done()
  }
}

/** Field names by their other spelling. */
type Spellings = ReadonlyMap<string, string>

/** Maps `inferenceTimestamp` to `inference_timestamp`, and so on. */
function spellingsOf(names: readonly string[]): [string, string][] {
  return names.map((name) => [name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()), name])
}

const EVENT: Spellings = new Map(
  spellingsOf([
    'workflow_id',
    'workflow_version',
    'inference_timestamp',
    'device_id',
    'stream_id',
    'image_id',
    'event_schema',
    'event_data',
    'custom_metadata',
    'display_image_position',
  ]),
)

const IMAGE: Spellings = new Map([
  ...spellingsOf(['object_detections', 'instance_segmentations']),
  // The clients spell it without a capital 6.
  ['base64Image', 'base64_image'],
  ['inputBase64Image', 'input_base64_image'],
])

/**
 * Returns the body of a new event with every field in the spelling of the answers. The contents of its data keep their
 * names.
 */
export function spellEvent(body: unknown): unknown {
  const spelled = spell(body, EVENT, ['body'])
  if (!isObject(spelled) || !Array.isArray(spelled['images'])) return spelled
  // The body belongs to this request, so the list is replaced in place.
  spelled['images'] = spelled['images'].map((image, index) => spellImage(image, ['body', 'images', index]))
  return spelled
}

/** Does the same for one entry of `images`. */
export function spellImage(image: unknown, path: readonly (string | number)[] = ['body']): unknown {
  return spell(image, IMAGE, path)
}

function spell(body: unknown, spellings: Spellings, path: readonly (string | number)[]): unknown {
  if (!isObject(body)) return body
  const names = Object.keys(body)
  if (!names.some((name) => spellings.has(name))) return body
  const spelled: Record<string, unknown> = {}
  for (const given of names) {
    const name = spellings.get(given) ?? given
    // It would set the prototype instead of a field.
    if (name === '__proto__') continue
    const isTwice = spelled[name] !== undefined && spelled[name] !== null
    if (isTwice && body[given] !== null) throw givenTwice([...path, given], name)
    if (!isTwice) spelled[name] = body[given]
  }
  return spelled
}

function givenTwice(loc: readonly (string | number)[], name: string): UnfitRequest {
  return new UnfitRequest([{ loc, msg: `${name} is given in two spellings`, type: 'value_error' }])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
