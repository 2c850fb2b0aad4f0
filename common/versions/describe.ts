import type { Augmentation } from './augmentation.ts'
import type { Preprocessing, ResizeFormat } from './preprocessing.ts'
import { copiesPerTrainingImage, type VersionSettings } from './settings.ts'

/** The settings in short lines for people, in the order of the work. */
export function describeSettings(settings: VersionSettings): readonly string[] {
  const copies = copiesPerTrainingImage(settings)
  return [
    ...preprocessingLines(settings.preprocessing),
    ...augmentationLines(settings.augmentation),
    ...(copies > 1 ? [`Up to ${copies}× in training`] : []),
  ]
}

/** What was drawn for one picture, in words: "Flip, +4°, −16 %". Values that round to nothing are left out. */
export function describeDrawn(drawn: Readonly<Record<string, Readonly<Record<string, number | boolean>>>>): string {
  const words = Object.entries(drawn).flatMap(([key, values]) => DRAWN[key]?.(values) ?? [])
  const sentence = words.join(', ')
  return sentence === '' ? 'Unchanged' : sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

type Values = Readonly<Record<string, number | boolean>>

/** By step key; each step of the registry has its words here. */
const DRAWN: Readonly<Record<string, (values: Values) => string | undefined>> = {
  flip: ({ horizontal, vertical }) => {
    if (horizontal && vertical) return 'flip both ways'
    if (vertical) return 'flip vertical'
    return horizontal ? 'flip' : undefined
  },
  rotate: ({ degrees }) => signed(degrees, '°'),
  brightness: ({ percent }) => signed(percent, PERCENT),
}

/** A number and its percent sign stay on one line. */
const PERCENT = '\u00a0%'

const SIZE_WORDS: Record<ResizeFormat, (size: string) => string> = {
  'Stretch to': (size) => `Stretch to ${size}`,
  'Fill (with center crop) in': (size) => `Fill ${size}, center crop`,
  'Fit within': (size) => `Fit within ${size}`,
  'Fit (reflect edges) in': (size) => `Fit in ${size}, reflected`,
  'Fit (black edges) in': (size) => `Fit in ${size}, black`,
  'Fit (white edges) in': (size) => `Fit in ${size}, white`,
}

function preprocessingLines({ 'auto-orient': isOriented, resize }: Preprocessing): readonly string[] {
  return [
    ...(isOriented ? ['Auto-orient'] : []),
    ...(resize ? [SIZE_WORDS[resize.format](`${resize.width} × ${resize.height}`)] : []),
  ]
}

function augmentationLines({ flip, rotate, brightness }: Augmentation): readonly string[] {
  return [
    ...(flip ? [`Flip ${axes(flip)}`] : []),
    ...(rotate ? [`Rotate ±${rotate.degrees}°`] : []),
    ...(brightness ? [`Brightness ${reach(brightness)}`] : []),
  ]
}

function axes({ horizontal, vertical }: NonNullable<Augmentation['flip']>): string {
  if (horizontal && vertical) return 'horizontal and vertical'
  if (vertical) return 'vertical'
  return horizontal ? 'horizontal' : 'off'
}

function reach({ brighten, darken, percent }: NonNullable<Augmentation['brightness']>): string {
  if (brighten && darken) return `±${percent}${PERCENT}`
  return brighten ? `0 to +${percent}${PERCENT}` : `−${percent}${PERCENT} to 0`
}

/** A rounded number with its sign, a true minus among them. */
function signed(value: number | boolean | undefined, unit: string): string | undefined {
  const rounded = Math.round(Number(value))
  if (!rounded) return undefined
  return `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)}${unit}`
}
