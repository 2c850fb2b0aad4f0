import type { Channel } from './channel.ts'
import type { Equalization } from './equalization.ts'

/** How pixels are shown, never how they are stored. */
export interface Adjustments {
  readonly channel: Channel
  /** How much of its equalization a picture is shown with: 0 to 1. */
  readonly localContrast: number
  /** Of the picture, through its channel; absent until it is made. */
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
export function isUnadjusted({ channel, localContrast, ...table }: Adjustments): boolean {
  return channel === 'all' && localContrast === 0 && isUntabled(table)
}

type Tabled = Pick<Adjustments, 'brightness' | 'contrast' | 'gamma' | 'isInverted' | 'window'>

function isUntabled({ brightness, contrast, gamma, isInverted, window }: Tabled): boolean {
  return brightness === 0 && contrast === 1 && gamma === 1 && !isInverted && window === undefined
}

/**
 * What each of the 256 values of a channel is shown as: window, inversion, contrast about middle grey, brightness, gamma, in this
 * order. Both drivers read this table, so that they cannot differ. They read it last: the channel says which brightness there is to
 * equalize, and equalization is made from pixels as they are stored, so that it stays the same while any of these is dragged.
 */
export function adjustmentTable(adjust: Tabled): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * adjusted(value / 255, adjust)))
}

function adjusted(value: number, { brightness, contrast, gamma, isInverted, window }: Tabled): number {
  const windowed = window ? clamp((value - window.from) / Math.max(1e-6, window.to - window.from)) : value
  const turned = isInverted ? 1 - windowed : windowed
  return clamp((turned - 0.5) * contrast + 0.5 + brightness) ** (1 / gamma)
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
