import { imageInput, isFloat, mayBe, type NetworkShape } from '../kit/network-shape.ts'

/**
 * How Grounding DINO was exported; the words of `layout` in a manifest.
 *
 * - `transformers`: takes `pixel_values` and the tokens, and finds by itself which of them belong together.
 * - `first-phrase`: the same, but of all phrases it is asked only the first is scored as it should: tracing it fixed how many there are.
 *   Its tensors do not show that; one whose manifest says `transformers` is tried out.
 * - `original`: takes `img`, and with the tokens their places and which of them see each other.
 */
export const LAYOUTS = ['transformers', 'first-phrase', 'original'] as const
export type GroundingLayout = (typeof LAYOUTS)[number]

/** The outputs: boxes [N, queries, 4], center and size from 0 to 1, and logits [N, queries, tokens]. */
export interface GroundingOutputs {
  readonly boxes: string
  readonly logits: string
}

/** The layout of a Grounding DINO by its tensors, undefined for any other network. One of `first-phrase` looks like `transformers`. */
export function groundingDinoLayoutOf(network: NetworkShape): GroundingLayout | undefined {
  const takes = (name: string) => network.inputs.some((input) => input.name === name)
  if (imageInput(network) === undefined || !takes('input_ids') || outputsOf(network) === undefined) return undefined
  return takes('text_token_mask') && takes('position_ids') ? 'original' : 'transformers'
}

/** The outputs of a Grounding DINO; undefined when the network has others. */
export function outputsOf({ outputs }: NetworkShape): GroundingOutputs | undefined {
  const boxes = outputs.find(
    (output) => ['pred_boxes', 'boxes'].includes(output.name) && isFloat(output) && mayBe(output, [null, null, 4]),
  )
  const logits = outputs.find(
    (output) => ['logits', 'pred_logits'].includes(output.name) && isFloat(output) && mayBe(output, [null, null, null]),
  )
  return boxes && logits && { boxes: boxes.name, logits: logits.name }
}
