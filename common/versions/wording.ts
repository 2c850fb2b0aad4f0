import { decimal, listed } from './phrases.ts'

/** The phrases of recipes and of what they drew, with the names of their values in double braces; `count` decides between singular and plural. */
export type RecipePhrase =
  | ChoicePhrase
  | ClassPhrase
  | TilePhrase
  | ColorPhrase
  | SizePhrase
  | FilePhrase
  | StepName
  | BoxStepName
  | ReachPhrase
  | DrawnPhrase
  | 'Up to {{copies}}× in training'

type ChoicePhrase =
  | 'Only images'
  | 'tagged {{tags}}'
  | 'not tagged {{tags}}'
  | '{{first}} or {{second}}'
  | 'At least {{share}} labeled'

type ClassPhrase = '{{count}} classes renamed' | '{{count}} classes left out' | '{{names}} left out'

type TilePhrase =
  | 'Auto-orient'
  | 'Crop'
  | 'to {{window}}'
  | 'One image per object'
  | 'Tiles'
  | '{{count}} rows'
  | '{{count}} columns'
  | 'of {{size}}'
  | 'of {{ratio}} : 1 over the full width'
  | 'of {{ratio}} : 1 over the full height'
  | '{{share}} overlap'

type ColorPhrase = 'Contrast' | 'stretched' | 'by histogram, gray' | 'adaptive, gray' | 'Grayscale'

type SizePhrase =
  | 'Stretch to {{size}}'
  | 'Fill {{size}}, center crop'
  | 'Fit within {{size}}'
  | 'Fit in {{size}}, reflected'
  | 'Fit in {{size}}, black'
  | 'Fit in {{size}}, white'

type FilePhrase = 'Image files' | 'as JPEG' | 'as PNG, lossless' | 'originals if no step changes the pixels'

type StepName =
  | 'Flip'
  | 'Quarter turns'
  | 'Random crop'
  | 'Rotate'
  | 'Shear'
  | 'Brightness'
  | 'Exposure'
  | 'Blur'
  | 'Noise'
  | 'Random grayscale'
  | 'Hue'
  | 'Saturation'
  | 'Cutout'
  | 'Mosaic'

type BoxStepName =
  | 'Box flip'
  | 'Box quarter turns'
  | 'Box random crop'
  | 'Box rotate'
  | 'Box shear'
  | 'Box brightness'
  | 'Box exposure'
  | 'Box blur'
  | 'Box noise'

type ReachPhrase =
  | 'up to {{amount}}'
  | 'in {{share}}'
  | '{{amount}} of {{share}}'
  | 'horizontal'
  | 'vertical'
  | 'right'
  | 'left'
  | 'upside down'
  | 'off'
  | '{{angle}} across'
  | '{{angle}} down'
  | '0 to +{{share}}'
  | '−{{share}} to 0'

type DrawnPhrase =
  | 'Not augmented'
  | 'mosaic'
  | 'flip'
  | 'flip both ways'
  | 'flip vertical'
  | 'turned right'
  | 'turned left'
  | 'crop {{share}}'
  | 'shear {{angles}}'
  | 'gray'
  | 'hue {{amount}}'
  | 'saturation {{amount}}'
  | 'exposure {{amount}}'
  | 'blur {{amount}}'
  | 'noise {{share}}'
  | '{{count}} cutouts'
  | 'boxes {{done}}'
  | 'flipped'
  | 'turned'
  | 'cropped'
  | 'rotated'
  | 'sheared'
  | 'relit'
  | 're-exposed'
  | 'blurred'
  | 'grained'

type Values = Readonly<Record<string, string | number>>

/** How a language says what a recipe does. */
export interface Wording {
  readonly say: (phrase: RecipePhrase, values?: Values) => string
  /** At most two digits behind the point, and none that say nothing. */
  readonly number: (value: number) => string
  /** "a, b and c". */
  readonly list: (words: readonly string[]) => string
}

const SINGULAR: Readonly<Partial<Record<RecipePhrase, string>>> = {
  '{{count}} classes renamed': '{{count}} class renamed',
  '{{count}} classes left out': '{{count}} class left out',
  '{{count}} rows': '{{count}} row',
  '{{count}} columns': '{{count}} column',
  '{{count}} cutouts': '{{count}} cutout',
}

/** The language of answers and files. */
export const ENGLISH_WORDING: Wording = {
  say: (phrase, values = {}) => {
    const sentence = values['count'] === 1 ? (SINGULAR[phrase] ?? phrase) : phrase
    return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  },
  number: decimal,
  list: listed,
}

/** A number and its percent sign stay on one line. */
export function share(percent: number, { number }: Wording): string {
  return `${number(percent)}\u00a0%`
}
