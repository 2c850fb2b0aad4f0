import { decimal, listed, percent } from './phrases.ts'
import type { BoxKey, WholeKey } from './steps.ts'

type Values = Readonly<Record<string, number | boolean>>

/**
 * What was drawn for one picture, in words: "Flip, +4°, −16 %". Values that round to nothing are left out. What was done inside boxes
 * is said once for all of them; their keys are those of their steps with `|<place of the label>` behind.
 */
export function describeDrawn(drawn: Readonly<Record<string, Values>>): string {
  const phrases = Object.entries(drawn).flatMap(([key, values]) => (isWhole(key) ? (DRAWN[key](values) ?? []) : []))
  const boxes = boxesPhrase(drawn)
  const sentence = [...phrases, ...(boxes === undefined ? [] : [boxes])].join(', ')
  return sentence === '' ? 'Unchanged' : sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function isWhole(key: string): key is WholeKey {
  return key in DRAWN
}

/** By step key; undefined for a draw that changes nothing. */
const DRAWN: { readonly [Key in WholeKey]: (values: Values) => string | undefined } = {
  mosaic: () => 'mosaic',
  flip: ({ horizontal, vertical }) => {
    if (horizontal && vertical) return 'flip both ways'
    if (vertical) return 'flip vertical'
    return horizontal ? 'flip' : undefined
  },
  ninety: ({ degrees }) => {
    if (Math.abs(Number(degrees)) === 180) return 'upside down'
    return degrees ? `turned ${Number(degrees) > 0 ? 'right' : 'left'}` : undefined
  },
  crop: ({ percent: share }) =>
    Math.round(Number(share)) > 0 ? `crop ${percent(Math.round(Number(share)))}` : undefined,
  rotate: ({ degrees }) => signed(degrees, '°'),
  shear: ({ horizontal, vertical }) => {
    const angles = [signed(horizontal, '° across'), signed(vertical, '° down')].flatMap((angle) => angle ?? [])
    return angles.length === 0 ? undefined : `shear ${angles.join(' ')}`
  },
  rgrayscale: ({ grey }) => (grey ? 'grey' : undefined),
  hue: ({ degrees }) => behind('hue', signed(degrees, '°')),
  saturation: ({ percent: share }) => behind('saturation', signed(share, PERCENT)),
  brightness: ({ percent: share }) => signed(share, PERCENT),
  exposure: ({ percent: share }) => behind('exposure', signed(share, PERCENT)),
  blur: ({ pixels }) => (Number(pixels) < 0.3 ? undefined : `blur ${decimal(tenths(pixels))}\u00a0px`),
  noise: ({ percent: share }) => (tenths(share) > 0 ? `noise ${percent(tenths(share))}` : undefined),
  cutout: ({ count }) => (count ? `${Number(count)} ${Number(count) === 1 ? 'cutout' : 'cutouts'}` : undefined),
}

const BOXES: { readonly [Key in BoxKey]: { readonly as: WholeKey; readonly done: string } } = {
  bbflip: { as: 'flip', done: 'flipped' },
  bbninety: { as: 'ninety', done: 'turned' },
  bbcrop: { as: 'crop', done: 'cropped' },
  bbrotate: { as: 'rotate', done: 'rotated' },
  bbshear: { as: 'shear', done: 'sheared' },
  bbbrightness: { as: 'brightness', done: 'relit' },
  bbexposure: { as: 'exposure', done: 're-exposed' },
  bbblur: { as: 'blur', done: 'blurred' },
  bbnoise: { as: 'noise', done: 'grained' },
}

/** "boxes flipped and blurred": what happened in at least one of them. */
function boxesPhrase(drawn: Readonly<Record<string, Values>>): string | undefined {
  const done = Object.entries(drawn).flatMap(([stream, values]) => {
    const [key = ''] = stream.split('|')
    return isBoxKey(key) && DRAWN[BOXES[key].as](values) !== undefined ? [BOXES[key].done] : []
  })
  return done.length === 0 ? undefined : `boxes ${listed([...new Set(done)])}`
}

function isBoxKey(key: string): key is BoxKey {
  return key in BOXES
}

const PERCENT = '\u00a0%'

/** A rounded number with its sign, a true minus among them. */
function signed(value: number | boolean | undefined, unit: string): string | undefined {
  const rounded = Math.round(Number(value))
  if (!rounded) return undefined
  return `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)}${unit}`
}

function behind(word: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${word} ${value}`
}

function tenths(value: number | boolean | undefined): number {
  return Math.round(Number(value) * 10) / 10
}
