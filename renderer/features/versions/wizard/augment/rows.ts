import {
  Aperture,
  Blend,
  Contrast,
  Droplet,
  Grid2x2,
  Grip,
  Italic,
  type LucideIcon,
  Palette,
  RotateCw,
  RotateCwSquare,
  Scan,
  SquareAxisDashedVertical,
  SquareDashed,
  Sun,
} from 'lucide-react'
import { type AugmentationKey, BOX_STEPS, type BoxKey, WHOLE_STEPS, type WholeKey } from '#common/versions/steps'
import { t } from '#renderer/words/words'

/** One number, on a track. */
interface AmountField {
  readonly kind: 'amount'
  readonly name: string
  readonly label: string
  readonly unit: string
  readonly min: number
  readonly max: number
  readonly step?: number
  /** Drawn between minus and plus the number. */
  readonly isBothWays?: boolean
}

/** From one number to another. */
interface RangeField {
  readonly kind: 'range'
  readonly from: string
  readonly to: string
  readonly label: string
  readonly unit: string
  readonly min: number
  readonly max: number
}

/** Things that may happen; at least one of them. */
interface ChecksField {
  readonly kind: 'checks'
  readonly label: string
  readonly options: readonly { readonly name: string; readonly label: string }[]
}

export type Field = AmountField | RangeField | ChecksField

export interface AugmentRow {
  readonly key: AugmentationKey
  readonly icon: LucideIcon
  /** Description of its effect, in the words of the one who sets it. */
  readonly sentence: string
  readonly fields: readonly Field[]
}

const percent = { kind: 'amount', name: 'percent', unit: '%', min: 1, max: 99 } as const
const degrees = { kind: 'amount', name: 'degrees', unit: '°', min: 1, max: 45, isBothWays: true } as const

type Kind = Omit<AugmentRow, 'key'>

const SHARED = {
  flip: {
    icon: SquareAxisDashedVertical,
    sentence: t('Mirrored in half of the copies, independently in each direction.'),
    fields: [
      {
        kind: 'checks',
        label: t('Ways to flip'),
        options: [
          { name: 'horizontal', label: t('Horizontal') },
          { name: 'vertical', label: t('Vertical') },
        ],
      },
    ],
  },
  ninety: {
    icon: RotateCwSquare,
    sentence: t('Not turned, or turned one of these ways, with equal chances.'),
    fields: [
      {
        kind: 'checks',
        label: t('Quarter turns'),
        options: [
          { name: 'clockwise', label: t('Right') },
          { name: 'counter-clockwise', label: t('Left') },
          { name: 'upside-down', label: t('Upside down') },
        ],
      },
    ],
  },
  crop: {
    icon: Scan,
    sentence: t('Cuts away this share of the area at a random position and enlarges the rest.'),
    fields: [{ kind: 'range', from: 'min', to: 'max', label: t('Area cut away'), unit: '%', min: 0, max: 99 }],
  },
  rotate: {
    icon: RotateCw,
    sentence: t('Turned about the center, by up to this angle either way.'),
    fields: [{ ...degrees, label: t('Rotate by up to') }],
  },
  shear: {
    icon: Italic,
    sentence: t('Slanted by up to these angles either way.'),
    fields: [
      { ...degrees, name: 'horizontal', label: t('Across'), min: 0 },
      { ...degrees, name: 'vertical', label: t('Down'), min: 0 },
    ],
  },
  brightness: {
    icon: Sun,
    sentence: t('Moved towards white or black by up to this share.'),
    fields: [
      {
        kind: 'checks',
        label: t('Ways to change brightness'),
        options: [
          { name: 'brighten', label: t('Brighten') },
          { name: 'darken', label: t('Darken') },
        ],
      },
      { ...percent, label: t('Change brightness by up to') },
    ],
  },
  exposure: {
    icon: Aperture,
    sentence: t('Like a longer or shorter exposure: midtones change most.'),
    fields: [{ ...percent, label: t('Change exposure by up to'), isBothWays: true }],
  },
  blur: {
    icon: Blend,
    sentence: t('Blurred by up to this width.'),
    fields: [{ kind: 'amount', name: 'pixels', label: t('Blur by up to'), unit: 'px', min: 0.5, max: 25, step: 0.1 }],
  },
  noise: {
    icon: Grip,
    sentence: t('Up to this share of the pixels turns black or white.'),
    fields: [{ ...percent, label: t('Pixels changed, up to'), max: 25, min: 0.1, step: 0.1 }],
  },
} as const satisfies Record<string, Kind>

const WHOLE: Readonly<Record<WholeKey, Kind>> = {
  ...SHARED,
  rgrayscale: {
    icon: Contrast,
    sentence: t('This share of the copies loses its color.'),
    fields: [{ ...percent, label: t('Copies without color'), max: 100 }],
  },
  hue: {
    icon: Palette,
    sentence: t('Colors move around the color wheel by up to this angle.'),
    fields: [{ ...degrees, label: t('Turn hue by up to'), max: 180 }],
  },
  saturation: {
    icon: Droplet,
    sentence: t('Colors become stronger or paler by up to this share.'),
    fields: [{ ...percent, label: t('Change saturation by up to'), isBothWays: true }],
  },
  cutout: {
    icon: SquareDashed,
    sentence: t('Black rectangles at random positions. Objects that one covers completely are dropped.'),
    fields: [
      { kind: 'amount', name: 'count', label: t('Count'), unit: '', min: 1, max: 100 },
      { ...percent, label: t('Size') },
    ],
  },
  mosaic: {
    icon: Grid2x2,
    sentence: t('Every copy shows four training images side by side, which helps with small objects.'),
    fields: [],
  },
}

const IN_BOXES: Readonly<Record<BoxKey, Kind>> = {
  bbflip: SHARED.flip,
  bbninety: SHARED.ninety,
  bbcrop: SHARED.crop,
  bbrotate: SHARED.rotate,
  bbshear: SHARED.shear,
  bbbrightness: SHARED.brightness,
  bbexposure: SHARED.exposure,
  bbblur: SHARED.blur,
  bbnoise: SHARED.noise,
}

export const WHOLE_ROWS: readonly AugmentRow[] = WHOLE_STEPS.map((key) => ({ key, ...WHOLE[key] }))

/** Steps that change the contents of a box; the box stays where it is. */
export const BOX_ROWS: readonly AugmentRow[] = BOX_STEPS.map((key) => ({ key, ...IN_BOXES[key] }))
