import type { NamedValues } from '#common/annotation/named/values'
import { TEXT_CLASS } from '#common/annotation/shape'
import { refuse } from '#common/errors'
import { ok } from '#common/result'
import type { FilePlace } from './places.ts'
import type { ReadObjects } from './reading.ts'

/** Class names for the image as a whole. */
export function wholeImage(
  names: readonly string[],
  saidOf: (name: string) => NamedValues | undefined = () => undefined,
): ReadObjects {
  const classes = [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '')
  return ok(
    classes.map((className) => {
      const said = saidOf(className)
      return { className, kind: 'whole', ...(said && { said }) }
    }),
  )
}

/** A text about the image and what was asked for it. */
export function textAboutImage({ prompt, answer, place }: WrittenText): ReadObjects {
  const said = answer.trim()
  if (said === '') return refuse('suffix-empty', { place })
  return ok([{ className: TEXT_CLASS, kind: 'text', prompt: prompt.trim(), answer: said }])
}

interface WrittenText {
  readonly prompt: string
  readonly answer: string
  /** `line 3`, for sentences. */
  readonly place: FilePlace
}
