import type { Augmentation } from './augmentation.ts'
import { isOn, type On } from './settings.ts'
import { type AugmentationKey, BOX_STEPS, WHOLE_STEPS } from './steps.ts'
import { type RecipePhrase, share, type Wording } from './wording.ts'

/** One line for each step that is on. */
export function augmentationLines(augmentation: Augmentation, wording: Wording): readonly string[] {
  return [...WHOLE_STEPS, ...BOX_STEPS].flatMap((key) => {
    const reach = augmentationReach(key, augmentation, wording)
    return reach === undefined ? [] : [`${augmentationName(key, wording)} ${reach}`.trimEnd()]
  })
}

export function augmentationName(key: AugmentationKey, { say }: Wording): string {
  return say(WORDS[key].name)
}

/** Name of a step below a heading that says whether it is about whole images or about boxes. */
export function augmentationShortName(key: AugmentationKey, { say }: Wording): string {
  const { name, short = name } = WORDS[key]
  return say(short)
}

/** How far a step goes: "±12°"; empty for one that has nothing to set, undefined when it is off. */
export function augmentationReach<Key extends AugmentationKey>(
  key: Key,
  augmentation: Augmentation,
  wording: Wording,
): string | undefined {
  const settings = augmentation[key]
  return isOn(settings) ? WORDS[key].reach(settings, wording) : undefined
}

interface Words<Settings> {
  readonly name: RecipePhrase
  readonly short?: RecipePhrase
  reach(settings: Settings, wording: Wording): string
}

type Named<Key extends AugmentationKey> = { readonly [Each in Key]: Words<On<Augmentation[Each]>> }

const SHARED: Named<'flip' | 'ninety' | 'crop' | 'rotate' | 'shear' | 'brightness' | 'exposure' | 'blur' | 'noise'> = {
  flip: { name: 'Flip', reach: flipReach },
  ninety: { name: 'Quarter turns', reach: turnsReach },
  crop: { name: 'Random crop', reach: ({ min, max }, wording) => `${wording.number(min)}–${share(max, wording)}` },
  rotate: { name: 'Rotate', reach: degreesReach },
  shear: { name: 'Shear', reach: shearReach },
  brightness: { name: 'Brightness', reach: brightnessReach },
  exposure: { name: 'Exposure', reach: ({ percent }, wording) => `±${share(percent, wording)}` },
  blur: {
    name: 'Blur',
    reach: ({ pixels }, { say, number }) => say('up to {{amount}}', { amount: `${number(pixels)}\u00a0px` }),
  },
  noise: {
    name: 'Noise',
    reach: ({ percent }, wording) => wording.say('up to {{amount}}', { amount: share(percent, wording) }),
  },
}

const WORDS: Named<AugmentationKey> = {
  ...SHARED,
  rgrayscale: {
    name: 'Random grayscale',
    reach: ({ percent }, wording) => wording.say('in {{share}}', { share: share(percent, wording) }),
  },
  hue: { name: 'Hue', reach: degreesReach },
  saturation: { name: 'Saturation', reach: ({ percent }, wording) => `±${share(percent, wording)}` },
  cutout: {
    name: 'Cutout',
    reach: ({ count: amount, percent }, wording) =>
      wording.say('{{amount}} of {{share}}', { amount, share: share(percent, wording) }),
  },
  mosaic: { name: 'Mosaic', reach: () => '' },
  bbflip: inBoxes('Box flip', SHARED.flip),
  bbninety: inBoxes('Box quarter turns', SHARED.ninety),
  bbcrop: inBoxes('Box random crop', SHARED.crop),
  bbrotate: inBoxes('Box rotate', SHARED.rotate),
  bbshear: inBoxes('Box shear', SHARED.shear),
  bbbrightness: inBoxes('Box brightness', SHARED.brightness),
  bbexposure: inBoxes('Box exposure', SHARED.exposure),
  bbblur: inBoxes('Box blur', SHARED.blur),
  bbnoise: inBoxes('Box noise', SHARED.noise),
}

function inBoxes<Settings>(name: RecipePhrase, { name: short, reach }: Words<Settings>): Words<Settings> {
  return { name, short, reach }
}

function degreesReach({ degrees }: { readonly degrees: number }, { number }: Wording): string {
  return `±${number(degrees)}°`
}

function flipReach({ horizontal, vertical }: On<Augmentation['flip']>, wording: Wording): string {
  return someOf(wording, [
    [horizontal, 'horizontal'],
    [vertical, 'vertical'],
  ])
}

function turnsReach(turns: On<Augmentation['ninety']>, wording: Wording): string {
  return someOf(wording, [
    [turns.clockwise, 'right'],
    [turns['counter-clockwise'], 'left'],
    [turns['upside-down'], 'upside down'],
  ])
}

function someOf(
  { say, list }: Wording,
  choices: readonly (readonly [isChosen: boolean, phrase: RecipePhrase])[],
): string {
  const chosen = choices.flatMap(([isChosen, phrase]) => (isChosen ? [say(phrase)] : []))
  return chosen.length === 0 ? say('off') : list(chosen)
}

function shearReach({ horizontal, vertical }: On<Augmentation['shear']>, { say, number }: Wording): string {
  if (horizontal === vertical) return `±${number(horizontal)}°`
  const across = horizontal === 0 ? [] : [say('{{angle}} across', { angle: `±${number(horizontal)}°` })]
  return [...across, ...(vertical === 0 ? [] : [say('{{angle}} down', { angle: `±${number(vertical)}°` })])].join(', ')
}

function brightnessReach({ brighten, darken, percent }: On<Augmentation['brightness']>, wording: Wording): string {
  const reach = { share: share(percent, wording) }
  if (brighten && darken) return `±${reach.share}`
  return brighten ? wording.say('0 to +{{share}}', reach) : wording.say('−{{share}} to 0', reach)
}
