import type { Tensor } from '../../host/session.ts'
import type { Framed } from '../../images/image.ts'
import type { NetworkShape } from '../kit/network-shape.ts'
import { planes, usualInput } from './input.ts'
import { gives, type SamLayout, takes } from './layout.ts'
import { clicksAndCorners, coordinates, labels, NO_POINT, sizeOfMasks } from './points.ts'

/** Pixels of the frame that one cell of a mask covers before the decoder enlarges it. */
const CELL = 4
/** A single point means several things; from so many on, as the decoder counts them, the single mask is preferred by far. */
const [PIVOT, WEIGHT] = [2.5, 1000]

/** The first SAM in the layout of its authors: their own exports, MobileSAM and others that follow it. */
export const meta: SamLayout = {
  id: 'meta',
  fits: ({ encoder, decoder }) => isMeta(decoder) && !takesPixels(encoder),
  inputFor: ({ encoder }) => usualInput(encoder, 'pad-end'),
  image: planes,
  embeddings: ['image_embeddings'],
  promptInputs(prompt, { decoder, content }) {
    // The graph does not pad by itself.
    const isPadded = prompt.box === undefined && prompt.points.length > 0
    const points = [...clicksAndCorners(prompt), ...(isPadded ? [NO_POINT] : [])]
    return {
      point_coords: coordinates(points, [1]),
      point_labels: labels(points, [1], { network: decoder, name: 'point_labels' }),
      // Enlarging four masks to the size of a photograph takes a decoder longer than all the rest; it is done here where it is needed.
      orig_im_size: sizeOfMasks(content, gives(decoder, 'low_res_masks') ? CELL : 1, decoder),
    }
  },
  outputsOf({ decoder }) {
    const scores = 'iou_predictions'
    if (gives(decoder, 'low_res_masks')) return { masks: 'low_res_masks', scores, covers: 'frame' }
    return { masks: 'masks', scores, covers: 'image' }
  },
  // Decoders with four masks have the one for several points first; its authors choose between them by this sum.
  bonus({ points, box }, { mask, masks }) {
    const counted = points.length + (box === undefined ? 1 : 2)
    return masks === 4 && mask === 0 ? (counted - PIVOT) * WEIGHT : 0
  },
}

/** The same with an encoder that normalises and pads by itself: it takes the scaled pixels as they are, channels last. */
export const metaPixels: SamLayout = {
  ...meta,
  id: 'meta-pixels',
  fits: ({ encoder, decoder }) => isMeta(decoder) && takesPixels(encoder),
  framed(image, input) {
    const { width, height } = image.size
    const scale = Math.max(input.width, input.height) / Math.max(width, height)
    const side = (length: number) => Math.max(1, Math.round(length * scale))
    return image.framed({ width: side(width), height: side(height), resize: 'stretch', padding: 0 })
  },
  image: interleaved,
}

function isMeta(decoder: NetworkShape): boolean {
  return takes(decoder, 'image_embeddings') && takes(decoder, 'point_coords')
}

function takesPixels({ inputs }: NetworkShape): boolean {
  return inputs[0]?.dims.length === 3
}

function interleaved({ pixels: { data, width, height } }: Framed): Tensor {
  return { type: 'float32', dims: [height, width, 3], data: Float32Array.from(data) }
}
