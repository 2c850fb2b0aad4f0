import type { Channel } from './channel.ts'
import type { Equalization } from './equalization.ts'

/** How pixels are shown; stored pixels never change. */
export interface Adjustments {
  readonly channel: Channel
  /** Strength of the local equalization: 0 to 1. */
  readonly localContrast: number
  /** Equalization of the image in its channel and window; absent until it is computed. */
  readonly equalization?: Equalization | undefined
  /** Added to every channel, as a fraction of white: −1 to 1. */
  readonly brightness: number
  /** Factor about middle gray: 0 or more; 1 changes nothing. */
  readonly contrast: number
  /** Exponent is 1 / gamma: values above 1 lighten the shadows. */
  readonly gamma: number
  readonly isInverted: boolean
  /** The fractions of white that become black and white; values between them are stretched. */
  readonly window?: { readonly from: number; readonly to: number } | undefined
}

export const UNADJUSTED: Adjustments = {
  channel: 'all',
  localContrast: 0,
  brightness: 0,
  contrast: 1,
  gamma: 1,
  isInverted: false,
}

/** Returns whether pixels are shown unchanged. */
export function isUnadjusted({ channel, localContrast, window, ...tabled }: Adjustments): boolean {
  return channel === 'all' && localContrast === 0 && window === undefined && changesNothing(tabled)
}

/** Returns whether the adjustment table is the identity. */
export function changesNothing({ brightness, contrast, gamma, isInverted }: Tabled): boolean {
  return brightness === 0 && contrast === 1 && gamma === 1 && !isInverted
}

type Tabled = Pick<Adjustments, 'brightness' | 'contrast' | 'gamma' | 'isInverted'>

/*
 * Both drivers process pixels in three steps: the window of their channel, local contrast, and the table for all else.
 * The window comes before local contrast, as in pixels that the server renders through it, so that the image looks the
 * same while it is dragged. The rest comes after, so that dragging it needs no new equalization.
 */

/**
 * Returns the window applied to each of the 256 values of a channel. Both drivers read this table, so that they agree.
 */
export function windowTable(window: Adjustments['window']): Uint8Array<ArrayBuffer> {
  return tableOf((value) => (window ? (value - window.from) / Math.max(1e-6, window.to - window.from) : value))
}

/**
 * Returns the displayed value for each of a channel's 256 values: inversion, contrast about middle gray, brightness,
 * gamma, in this order.
 */
export function adjustmentTable({ brightness, contrast, gamma, isInverted }: Tabled): Uint8Array<ArrayBuffer> {
  return tableOf((value) => {
    const turned = isInverted ? 1 - value : value
    return clamp((turned - 0.5) * contrast + 0.5 + brightness) ** (1 / gamma)
  })
}

function tableOf(shown: (value: number) => number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * clamp(shown(value / 255))))
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
