import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { parseMoment } from '#common/events/moment'

/**
 * A check of bodies by the same schema, compiled: it says whether a body fits a dozen times sooner than zod, which then need not look at
 * what fits. What does not fit goes to zod, which can say why. Holds for schemas without transformations, and without rules of their own
 * but a moment's (`format: date-time`).
 */
export function quickCheck(schema: z.ZodType): (body: unknown) => boolean {
  return ajv.compile(z.toJSONSchema(schema, { io: 'input' }))
}

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': (text: string) => parseMoment(text) !== undefined } })
