import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { FileRecord } from '../kit/json.ts'
import { thisPlace } from '../kit/places.ts'
import { separately, shorten } from '../kit/reading.ts'
import { textAboutImage, wholeImage } from '../kit/whole-image.ts'

type Attribute = readonly [name: string, value: unknown]

const CLASS_NAMES = ['class', 'label', 'name', 'type', 'object', 'category']
/** VIA gives these to every image; they say nothing of its class. */
const OF_VIA = ['public_domain', 'image_url']
const TEXT_NAMES = ['caption', 'text', 'description']

/** Attributes whose names usually stand for the class, before the others. */
export function usualFirst(attributes: readonly Attribute[]): readonly Attribute[] {
  return [...ofNames(attributes, CLASS_NAMES), ...attributes]
}

function ofNames(attributes: readonly Attribute[], names: readonly string[]): readonly Attribute[] {
  return names.flatMap((name) => attributes.filter(([key]) => key.trim().toLowerCase() === name))
}

export function tickedIn(boxes: unknown): readonly string[] {
  const ticked = FileRecord(z.unknown()).safeParse(boxes)
  if (!ticked.success) return []
  return Object.entries(ticked.data).flatMap(([name, value]) => (value === true ? [name] : []))
}

/**
 * Classes of a whole image, and a text about it, by attributes that are called so; an only attribute is one of the classes whatever
 * its name. Several others could each be the class: they are refused rather than guessed.
 */
export function viaAboutImage(
  attributes: Readonly<Record<string, unknown>>,
): readonly Result<ReadAnnotation, Refusal>[] {
  const filled = Object.entries(attributes).filter(([name, value]) => {
    return valuesOf(value).length > 0 && !OF_VIA.includes(name)
  })
  const texts = ofNames(filled, TEXT_NAMES).map(([, value]) => valuesOf(value).join(', '))
  const others = filled.filter(([name]) => !TEXT_NAMES.includes(name.trim().toLowerCase()))
  const [named] = ofNames(others, CLASS_NAMES)
  const ofClass = named ?? (others.length === 1 ? others[0] : undefined)
  const classes = ofClass ? wholeImage(valuesOf(ofClass[1])) : ok([])
  const text =
    texts[0] === undefined ? ok([]) : textAboutImage({ prompt: '', answer: texts[0], place: thisPlace('image') })
  const read = [classes, text].flatMap(separately)
  if (ofClass || others.length === 0) return read
  const names = others.map(([name]) => shorten(name)).join(', ')
  return [...read, refuse('class-attribute-unclear', { names })]
}

function valuesOf(value: unknown): readonly string[] {
  const values = typeof value === 'string' || typeof value === 'number' ? [String(value)] : tickedIn(value)
  return values.map((text) => text.trim()).filter((text) => text !== '')
}
