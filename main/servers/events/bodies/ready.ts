import { refusal } from '#common/errors'
import type { JsonBounds } from '#common/json/bounds'
import { sentenceOf } from '#common/messages/sentence'
import type { NewEvent, NewEventImage } from '#core/events/new-event'
import { excessRefusal, type ReadJson } from '../../kit/json/read-json.ts'
import { RefusedRequest } from '../../kit/refused-request.ts'
import { UnfitRequest } from '../errors.ts'
import { CreateEventBody, NewImageBody } from '../schemas/create.ts'
import { checkBody } from '../validation.ts'
import { toNewEvent, toNewImage } from '../wire/create.ts'
import { spellEvent, spellImage } from './spelling.ts'

/**
 * Programs that read events recurse into them, and fail somewhere beyond 200 levels. A million points is the outline of
 * a map.
 */
export const EVENT_BOUNDS: JsonBounds = { levels: 200, containers: 1_000_000, values: 4_000_000, members: 4_000_000 }

/** Returns the value of a body; throws the failure for its sender. */
export function jsonValue(read: ReadJson, bounds = EVENT_BOUNDS): unknown {
  switch (read.kind) {
    case 'read':
      return read.value
    case 'not-utf8':
      throw new RefusedRequest(refusal('body-not-utf8'))
    case 'not-json':
      throw unfit(`The body is not valid JSON: ${read.why}`, 'json_invalid')
    case 'excess':
      if (read.of === 'levels') throw unfit(sentenceOf(excessRefusal(read.of, bounds)), 'too_deep')
      throw new RefusedRequest(excessRefusal(read.of, bounds))
  }
}

/** Reads a new event from the value of a body, in either spelling. */
export function readNewEvent(value: unknown): NewEvent {
  return toNewEvent(checkBody(CreateEventBody, spellEvent(value)))
}

/** Reads an entry of `images` for a draft. */
export function readNewImage(value: unknown): NewEventImage {
  return toNewImage(checkBody(NewImageBody, spellImage(value)))
}

function unfit(msg: string, type: string): UnfitRequest {
  return new UnfitRequest([{ loc: ['body'], msg, type }])
}
