import type { Shape } from '#common/annotation/shape'
import type { Size } from '#common/geometry/space'
import { classColor } from '#core/management/embedded/views'
import { annotationPng } from '#formats/annotation-png'
import { drawLabels } from '#servers/management/wire/drawing'
import type { AskedDrawing } from './border.ts'

interface Drawn extends Pick<AskedDrawing, 'colors' | 'as'> {
  readonly shapes: readonly Shape[]
}

/** The annotations of an image alone as a file, each in the color of its class. */
export async function drawnAnnotations(frame: Size, { shapes, colors, as }: Drawn): Promise<Uint8Array> {
  const colored = shapes.map((shape) => ({ shape, color: colors.get(shape.classId) ?? classColor({ color: 1 }) }))
  return as === 'png' ? annotationPng(frame, colored) : Buffer.from(drawLabels(frame, colored))
}
