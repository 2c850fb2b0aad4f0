import type { BoxKey, WholeKey } from './steps.ts'
import { type RecipePhrase, share, type Wording } from './wording.ts'

type Values = Readonly<Record<string, number | boolean>>

/**
 * Random values drawn for one image, in words: "Flip, +4°, −16 %". Values that round to nothing are left out. Steps inside boxes are
 * named once for all of them; their keys are those of their steps with `|<place of the label>` behind.
 */
export function describeDrawn(drawn: Readonly<Record<string, Values>>, wording: Wording): string {
  const phrases = Object.entries(drawn).flatMap(([key, values]) =>
    isWhole(key) ? (DRAWN[key](values, wording) ?? []) : [],
  )
  const boxes = boxesPhrase(drawn, wording)
  const sentence = [...phrases, ...(boxes === undefined ? [] : [boxes])].join(', ')
  return sentence === '' ? wording.say('Not augmented') : sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function isWhole(key: string): key is WholeKey {
  return key in DRAWN
}

/** By step key; undefined for a draw that changes nothing. */
const DRAWN: { readonly [Key in WholeKey]: (values: Values, wording: Wording) => string | undefined } = {
  mosaic: (_, { say }) => say('mosaic'),
  flip: ({ horizontal, vertical }, { say }) => {
    if (horizontal && vertical) return say('flip both ways')
    if (vertical) return say('flip vertical')
    return horizontal ? say('flip') : undefined
  },
  ninety: ({ degrees }, { say }) => {
    if (Math.abs(Number(degrees)) === 180) return say('upside down')
    if (!degrees) return undefined
    return Number(degrees) > 0 ? say('turned right') : say('turned left')
  },
  crop: ({ percent }, wording) => {
    const rounded = Math.round(Number(percent))
    return rounded > 0 ? wording.say('crop {{share}}', { share: share(rounded, wording) }) : undefined
  },
  rotate: ({ degrees }) => signed(degrees, '°'),
  shear: ({ horizontal, vertical }, { say }) => {
    const [across, down] = [signed(horizontal, '°'), signed(vertical, '°')]
    const angles = [
      ...(across === undefined ? [] : [say('{{angle}} across', { angle: across })]),
      ...(down === undefined ? [] : [say('{{angle}} down', { angle: down })]),
    ]
    return angles.length === 0 ? undefined : say('shear {{angles}}', { angles: angles.join(' ') })
  },
  rgrayscale: ({ grey }, { say }) => (grey ? say('gray') : undefined),
  hue: ({ degrees }, wording) => by('hue {{amount}}', signed(degrees, '°'), wording),
  saturation: ({ percent }, wording) => by('saturation {{amount}}', signed(percent, PERCENT), wording),
  brightness: ({ percent }) => signed(percent, PERCENT),
  exposure: ({ percent }, wording) => by('exposure {{amount}}', signed(percent, PERCENT), wording),
  blur: ({ pixels }, { say, number }) =>
    Number(pixels) < 0.3 ? undefined : say('blur {{amount}}', { amount: `${number(tenths(pixels))}\u00a0px` }),
  noise: ({ percent }, wording) =>
    tenths(percent) > 0 ? wording.say('noise {{share}}', { share: share(tenths(percent), wording) }) : undefined,
  cutout: ({ count }, { say }) => (count ? say('{{count}} cutouts', { count: Number(count) }) : undefined),
}

const BOXES: { readonly [Key in BoxKey]: { readonly as: WholeKey; readonly done: RecipePhrase } } = {
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
function boxesPhrase(drawn: Readonly<Record<string, Values>>, wording: Wording): string | undefined {
  const done = Object.entries(drawn).flatMap(([stream, values]) => {
    const [key = ''] = stream.split('|')
    return isBoxKey(key) && DRAWN[BOXES[key].as](values, wording) !== undefined ? [wording.say(BOXES[key].done)] : []
  })
  return done.length === 0 ? undefined : wording.say('boxes {{done}}', { done: wording.list([...new Set(done)]) })
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

function by(phrase: RecipePhrase, amount: string | undefined, { say }: Wording): string | undefined {
  return amount === undefined ? undefined : say(phrase, { amount })
}

function tenths(value: number | boolean | undefined): number {
  return Math.round(Number(value) * 10) / 10
}
