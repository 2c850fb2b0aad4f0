import type { PreviewImage } from '#common/contract/versions'
import { rem } from '#renderer/ui/app/ui-scale'

type Size = Pick<PreviewImage, 'width' | 'height'>

const GAP_PX = 8

/** Width over height of the place an image gets; very long ones are shown smaller inside it. */
export function placeAspect({ width, height }: Size): number {
  return Math.min(2, Math.max(0.5, width / height))
}

/** The CSS height of a row: as tall as its own images and the number of rows allow. */
export function rowHeight(images: readonly Size[], rows: number): string {
  const aspects = images.reduce((sum, image) => sum + placeAspect(image), 0)
  const byWidth = `(100cqw - ${rem((images.length - 1) * GAP_PX)}) / ${Math.round(aspects * 10_000) / 10_000}`
  const byHeight = `(100cqh - ${rem((rows - 1) * GAP_PX)}) / ${rows}`
  return `min(${byWidth}, ${byHeight})`
}
