import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'

/** Where something stands in a file, for sentences: "object 3". */
export type FilePlace = Message

const NUMBERED = {
  annotation: 'place-annotation',
  box: 'place-box',
  classification: 'place-classification',
  entry: 'place-entry',
  instance: 'place-instance',
  item: 'place-item',
  line: 'place-line',
  mask: 'place-mask',
  object: 'place-object',
  'parking-space': 'place-parking-space',
  prediction: 'place-prediction',
  region: 'place-region',
  result: 'place-result',
  shape: 'place-shape',
} as const

/** One of several, from 1. */
export function filePlace(kind: keyof typeof NUMBERED, number: number): FilePlace {
  return message(NUMBERED[kind], { number })
}

const ONLY = {
  annotation: 'place-this-annotation',
  image: 'place-image',
  line: 'place-this-line',
  object: 'place-this-object',
  row: 'place-this-row',
} as const

/** The one that a report names by itself. */
export function thisPlace(kind: keyof typeof ONLY): FilePlace {
  return message(ONLY[kind])
}
