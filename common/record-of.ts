import { z } from 'zod'

/** Larger records report only their first invalid value: each fault takes microseconds. */
const TOLD_WHOLE = 1000

/** A record of such values from outside. Unlike a list, a schema checks a record to its end, however many faults it found. */
export function recordOf<Value extends z.ZodType>(value: Value, name?: z.ZodString) {
  const isSound = ([key, held]: readonly [string, unknown]) =>
    (name?.safeParse(key).success ?? true) && value.safeParse(held).success
  return z.preprocess(
    (given) => {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
      const members = Object.entries(given)
      if (members.length <= TOLD_WHOLE) return given
      const wrong = members.find((member) => !isSound(member))
      return wrong === undefined ? given : Object.fromEntries([wrong])
    },
    z.record(name ?? z.string(), value),
  )
}
