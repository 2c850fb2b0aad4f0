import type { Channel } from './channel.ts'
import type { Equalization } from './equalization.ts'

/** How pixels are shown, never how they are stored. */
export interface Adjustments {
  readonly channel: Channel
  /** How much of its equalization an image is shown with: 0 to 1. */
  readonly localContrast: number
  /** Of the image in its channel and window; absent until it is made. */
  readonly equalization?: Equalization | undefined
  /** Added to every channel, as a share of white: −1 to 1. */
  readonly brightness: number
  /** Multiplies the distance from middle grey: 0 and more, 1 changes nothing. */
  readonly contrast: number
  /** Raises to the power of 1 / gamma: above 1 lightens the shadows. */
  readonly gamma: number
  readonly isInverted: boolean
  /** The shares of white that become black and white; all in between is spread out. */
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

/** Whether pixels are shown as they are. */
export function isUnadjusted({ channel, localContrast, window, ...tabled }: Adjustments): boolean {
  return channel === 'all' && localContrast === 0 && window === undefined && changesNothing(tabled)
}

/** Whether the last table would show every value as it is. */
export function changesNothing({ brightness, contrast, gamma, isInverted }: Tabled): boolean {
  return brightness === 0 && contrast === 1 && gamma === 1 && !isInverted
}

type Tabled = Pick<Adjustments, 'brightness' | 'contrast' | 'gamma' | 'isInverted'>

/*
 * Pixels go through three steps, in both drivers: the window of their channel, local contrast, and the table of all else. The window
 * comes before local contrast, as it does where pixels are made through it: while it is dragged the image looks as it will then.
 * All else comes after, so that dragging it makes no new tables of local contrast.
 */

/** The window applied to each of the 256 values of a channel. Both drivers read this table, so that they cannot differ. */
export function windowTable(window: Adjustments['window']): Uint8Array<ArrayBuffer> {
  return tableOf((value) => (window ? (value - window.from) / Math.max(1e-6, window.to - window.from) : value))
}

/** Displayed value of each of a channel's 256 values: by inversion, contrast about middle grey, brightness, gamma, in this order. */
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
