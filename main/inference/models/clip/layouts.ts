import { imageInput, isFloat, mayBe, type NetworkShape, type TensorShape } from '../kit/network-shape.ts'

/** The networks of a model, each known by the name of its file. */
export type NetworkShapes = Readonly<Record<string, NetworkShape>>

export interface TowerLayout {
  /** The word for the manifest. */
  readonly layout: 'transformers' | 'pair' | 'fused'
  /** The file of each role. */
  readonly files: Readonly<Record<string, string>>
}

/** Tokens of CLIP's texts. */
export const CLIP_LENGTH = 77

/**
 * The layout of CLIP that these networks have together: a tower for images and one for texts, or both in one file. Undefined when
 * they are something else. Towers whose texts have another length than CLIP's are another family's.
 */
export function clipLayoutOf(networks: NetworkShapes): TowerLayout | undefined {
  const towers = towersOf(networks)
  if (towers === undefined) return fusedIn(networks)
  return towers.length === CLIP_LENGTH || typeof towers.length === 'string' ? towers.layout : undefined
}

/** An image tower and a text tower that belong together, with the length of texts; a name for one that is open. */
export function towersOf(networks: NetworkShapes) {
  const named = Object.entries(networks)
  const visuals = named.filter(([, network]) => isImageTower(network))
  const textuals = named.filter(([, network]) => isTextTower(network))
  const [visual, textual] = [visuals[0], textuals[0]]
  if (visual === undefined || textual === undefined || visuals.length + textuals.length > 2) return undefined
  const isTransformers = has(visual[1].outputs, 'image_embeds') && has(textual[1].outputs, 'text_embeds')
  const layout: TowerLayout = {
    layout: isTransformers ? 'transformers' : 'pair',
    files: { visual: visual[0], textual: textual[0] },
  }
  return { layout, length: tokensInput(textual[1])?.dims[1] ?? '?' }
}

function fusedIn(networks: NetworkShapes): TowerLayout | undefined {
  const fused = Object.entries(networks).filter(([, network]) => isFused(network))
  const [first] = fused
  return first !== undefined && fused.length === 1 ? { layout: 'fused', files: { model: first[0] } } : undefined
}

function isFused(network: NetworkShape): boolean {
  const takesBoth = imageInput(network) !== undefined && tokensInput(network) !== undefined
  return takesBoth && has(network.outputs, 'image_embeds') && has(network.outputs, 'text_embeds')
}

function isImageTower(network: NetworkShape): boolean {
  return network.inputs.length === 1 && imageInput(network) !== undefined && network.outputs.some(isEmbedding)
}

function isTextTower(network: NetworkShape): boolean {
  const areRows = network.inputs.every((input) => mayBe(input, [null, null]))
  return areRows && tokensInput(network) !== undefined && network.outputs.some(isEmbedding)
}

/** The input that takes tokens, a row of them for each text. */
export function tokensInput({ inputs }: NetworkShape): TensorShape | undefined {
  return inputs.find((input) => isWhole(input) && mayBe(input, [null, null]) && !input.name.includes('mask'))
}

/** An output with a row of numbers for each image or text. */
export function isEmbedding(output: TensorShape): boolean {
  return isFloat(output) && output.dims.length === 2
}

function isWhole({ type }: TensorShape): boolean {
  return type === 'int64' || type === 'int32'
}

function has(values: readonly TensorShape[], name: string): boolean {
  return values.some((value) => value.name === name)
}
