import { planes, usualInput } from './input.ts'
import { gives, type SamLayout, takes } from './layout.ts'
import { clicksAndCorners, coordinates, labels, sizeOfMasks } from './points.ts'

/** Pixels of the frame that one cell of a mask covers. */
const CELL = 4

/**
 * SAM 2 as samexporter writes it: the decoder pads its points itself, adds half a pixel to them, and takes boxes as two points.
 */
export const samexporter: SamLayout = {
  id: 'samexporter',
  fits: ({ encoder, decoder }) =>
    gives(encoder, 'high_res_feats_0') && takes(decoder, 'high_res_feats_0') && takes(decoder, 'point_coords'),
  inputFor: ({ encoder }) => usualInput(encoder, 'stretch'),
  image: planes,
  embeddings: ['image_embed', 'high_res_feats_0', 'high_res_feats_1'],
  promptInputs(prompt, { decoder, content }) {
    const points = clicksAndCorners(prompt)
    return {
      point_coords: coordinates(points, [1]),
      point_labels: labels(points, [1], { network: decoder, name: 'point_labels' }),
      // Some decoders enlarge their masks, which are enlarged here where they are needed.
      orig_im_size: sizeOfMasks(content, CELL, decoder),
    }
  },
  outputsOf: () => ({ masks: 'masks', scores: 'iou_predictions', covers: 'frame' }),
}
