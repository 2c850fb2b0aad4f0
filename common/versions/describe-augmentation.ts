import type { Augmentation } from './augmentation.ts'
import { decimal, listed, percent } from './phrases.ts'
import { isOn, type On } from './settings.ts'
import { type AugmentationKey, BOX_STEPS, WHOLE_STEPS } from './steps.ts'

/** One line for each step that is on. */
export function augmentationLines(augmentation: Augmentation): readonly string[] {
  return [...WHOLE_STEPS, ...BOX_STEPS].flatMap((key) => {
    const reach = augmentationReach(key, augmentation)
    return reach === undefined ? [] : [`${augmentationName(key)} ${reach}`.trimEnd()]
  })
}

export function augmentationName(key: AugmentationKey): string {
  return WORDS[key].name
}

/** How far a step goes: "±12°"; empty for one that has nothing to set, undefined when it is off. */
export function augmentationReach<Key extends AugmentationKey>(
  key: Key,
  augmentation: Augmentation,
): string | undefined {
  const settings = augmentation[key]
  return isOn(settings) ? WORDS[key].reach(settings) : undefined
}

interface Words<Settings> {
  readonly name: string
  reach(settings: Settings): string
}

type Named<Key extends AugmentationKey> = { readonly [Each in Key]: Words<On<Augmentation[Each]>> }

const SHARED: Named<'flip' | 'ninety' | 'crop' | 'rotate' | 'shear' | 'brightness' | 'exposure' | 'blur' | 'noise'> = {
  flip: { name: 'Flip', reach: flipReach },
  ninety: { name: 'Quarter turns', reach: turnsReach },
  crop: { name: 'Random crop', reach: ({ min, max }) => `${decimal(min)}–${percent(max)}` },
  rotate: { name: 'Rotate', reach: ({ degrees }) => `±${decimal(degrees)}°` },
  shear: { name: 'Shear', reach: shearReach },
  brightness: { name: 'Brightness', reach: brightnessReach },
  exposure: { name: 'Exposure', reach: ({ percent: share }) => `±${percent(share)}` },
  blur: { name: 'Blur', reach: ({ pixels }) => `up to ${decimal(pixels)}\u00a0px` },
  noise: { name: 'Noise', reach: ({ percent: share }) => `up to ${percent(share)}` },
}

const WORDS: Named<AugmentationKey> = {
  ...SHARED,
  rgrayscale: { name: 'Random greyscale', reach: ({ percent: share }) => `in ${percent(share)}` },
  hue: { name: 'Hue', reach: ({ degrees }) => `±${decimal(degrees)}°` },
  saturation: { name: 'Saturation', reach: ({ percent: share }) => `±${percent(share)}` },
  cutout: { name: 'Cutout', reach: ({ count, percent: share }) => `${count} of ${percent(share)}` },
  mosaic: { name: 'Mosaic', reach: () => '' },
  bbflip: inBoxes(SHARED.flip),
  bbninety: inBoxes(SHARED.ninety),
  bbcrop: inBoxes(SHARED.crop),
  bbrotate: inBoxes(SHARED.rotate),
  bbshear: inBoxes(SHARED.shear),
  bbbrightness: inBoxes(SHARED.brightness),
  bbexposure: inBoxes(SHARED.exposure),
  bbblur: inBoxes(SHARED.blur),
  bbnoise: inBoxes(SHARED.noise),
}

function inBoxes<Settings>({ name, reach }: Words<Settings>): Words<Settings> {
  return { name: `Box ${name.toLowerCase()}`, reach }
}

function flipReach({ horizontal, vertical }: On<Augmentation['flip']>): string {
  return someOf([
    [horizontal, 'horizontal'],
    [vertical, 'vertical'],
  ])
}

function turnsReach(turns: On<Augmentation['ninety']>): string {
  return someOf([
    [turns.clockwise, 'right'],
    [turns['counter-clockwise'], 'left'],
    [turns['upside-down'], 'upside down'],
  ])
}

function someOf(choices: readonly (readonly [isChosen: boolean, word: string])[]): string {
  const chosen = choices.flatMap(([isChosen, word]) => (isChosen ? [word] : []))
  return chosen.length === 0 ? 'off' : listed(chosen)
}

function shearReach({ horizontal, vertical }: On<Augmentation['shear']>): string {
  if (horizontal === vertical) return `±${decimal(horizontal)}°`
  const across = horizontal === 0 ? [] : [`±${decimal(horizontal)}° across`]
  return [...across, ...(vertical === 0 ? [] : [`±${decimal(vertical)}° down`])].join(', ')
}

function brightnessReach({ brighten, darken, percent: share }: On<Augmentation['brightness']>): string {
  if (brighten && darken) return `±${percent(share)}`
  return brighten ? `0 to +${percent(share)}` : `−${percent(share)} to 0`
}
