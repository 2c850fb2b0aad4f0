import type { PreviewPicture } from '#common/contract/versions'
import { rem } from '#renderer/kit/app/ui-scale'

type Size = Pick<PreviewPicture, 'width' | 'height'>

const GAP_PX = 8

/** Width over height of the place a picture gets; very long ones are shown smaller inside it. */
export function placeAspect({ width, height }: Size): number {
  return Math.min(2, Math.max(0.5, width / height))
}

/** The CSS height of a row: as tall as its own pictures and the number of rows allow. */
export function rowHeight(pictures: readonly Size[], rows: number): string {
  const aspects = pictures.reduce((sum, picture) => sum + placeAspect(picture), 0)
  const byWidth = `(100cqw - ${rem((pictures.length - 1) * GAP_PX)}) / ${Math.round(aspects * 10_000) / 10_000}`
  const byHeight = `(100cqh - ${rem((rows - 1) * GAP_PX)}) / ${rows}`
  return `min(${byWidth}, ${byHeight})`
}
