import { boxSize } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import { cropWindow } from '#common/versions/window'
import type { Preparing } from '../../images/image.ts'
import { lengthOf, type TensorShape } from '../kit/network-shape.ts'

const VALUES: Pick<ModelInput, 'padding' | 'channels' | 'divisor' | 'mean' | 'std'> = {
  padding: 0,
  channels: 'rgb',
  divisor: 255,
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
}

/** Sides of an image as the network was trained on them: the shorter one is brought to this length. */
const SHORTER = 800
/** The longer one becomes no longer than this. */
const LONGER = 1333
/** Pixels behind one cell of the coarsest features, the least that is looked at. */
const SHORTEST = 32

/**
 * How an image is laid before the network: as its manifest says, or stretched to the sides that the network has; where both leave it
 * open, with its proportions kept, the shorter side 800 pixels, the longer at most 1333.
 */
export function inputFor({ width, height }: Size, image: TensorShape, { input }: ModelManifest): ModelInput {
  const [, , rows, columns] = image.dims
  const fixed = { width: lengthOf(columns), height: lengthOf(rows) }
  if (input !== undefined) return { ...input, width: fixed.width ?? input.width, height: fixed.height ?? input.height }
  const scale = Math.min(SHORTER / Math.min(width, height), LONGER / Math.max(width, height))
  const side = (length: number) => Math.max(SHORTEST, Math.round(length * scale))
  return {
    ...VALUES,
    resize: 'stretch',
    width: fixed.width ?? side(width),
    height: fixed.height ?? side(height),
  }
}

/** The size of an image after the model's own crop. */
export function croppedSize(size: Size, { steps, skip }: Preparing): Size {
  const crop = skip.staticCrop ? undefined : steps['static-crop']
  return crop ? boxSize(cropWindow(crop, size)) : size
}
