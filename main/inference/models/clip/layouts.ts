import type { ModelSignature, SignatureValue } from '#common/onnx/read-signature'

/** What a network takes and gives: a file's signature, or a session. */
export type NetworkSignature = Pick<ModelSignature, 'inputs' | 'outputs'>

export interface TowerLayout {
  /** The word for the manifest. */
  readonly layout: 'transformers' | 'pair' | 'fused'
  /** The part that each file plays, as the keys of the signatures name the files. */
  readonly files: Readonly<Record<string, string>>
}

/** Tokens of CLIP's texts. */
export const CLIP_LENGTH = 77

/**
 * The layout of CLIP that these networks have together: a tower for pictures and one for texts, or both in one file. Undefined when
 * they are something else. Towers whose texts have another length than CLIP's are another family's.
 */
export function clipLayoutOf(networks: Readonly<Record<string, NetworkSignature>>): TowerLayout | undefined {
  const towers = towersOf(networks)
  if (towers === undefined) return fusedIn(networks)
  return towers.length === CLIP_LENGTH || typeof towers.length === 'string' ? towers.layout : undefined
}

/** A picture tower and a text tower that belong together, with the length of texts; a name for one that is open. */
export function towersOf(networks: Readonly<Record<string, NetworkSignature>>) {
  const named = Object.entries(networks)
  const visuals = named.filter(([, network]) => isPictureTower(network))
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

function fusedIn(networks: Readonly<Record<string, NetworkSignature>>): TowerLayout | undefined {
  const fused = Object.entries(networks).filter(
    ([, { inputs, outputs }]) =>
      inputs.some(isPictures) && inputs.some(isTokens) && has(outputs, 'image_embeds') && has(outputs, 'text_embeds'),
  )
  const [first] = fused
  return first !== undefined && fused.length === 1 ? { layout: 'fused', files: { model: first[0] } } : undefined
}

function isPictureTower({ inputs, outputs }: NetworkSignature): boolean {
  const [pictures] = inputs
  return inputs.length === 1 && pictures !== undefined && isPictures(pictures) && outputs.some(isEmbedding)
}

function isTextTower({ inputs, outputs }: NetworkSignature): boolean {
  const areRows = inputs.every(({ dims }) => dims.length === 2)
  return areRows && inputs.some(isTokens) && !inputs.some(isPictures) && outputs.some(isEmbedding)
}

/** The input that takes tokens, and not their mask. */
export function tokensInput<Value extends Pick<SignatureValue, 'name' | 'type' | 'dims'>>(network: {
  readonly inputs: readonly Value[]
}): Value | undefined {
  return network.inputs.find((input) => isTokens(input) && !input.name.includes('mask'))
}

type Described = Pick<SignatureValue, 'type' | 'dims'>

export function isPictures({ type, dims }: Described): boolean {
  const channels = dims[1]
  return isFloat(type) && dims.length === 4 && (channels === 3 || typeof channels === 'string')
}

function isTokens({ type, dims }: Described): boolean {
  return (type === 'int64' || type === 'int32') && dims.length === 2
}

export function isEmbedding({ type, dims }: Described): boolean {
  return isFloat(type) && dims.length === 2
}

function isFloat(type: string): boolean {
  return type === 'float32' || type === 'float16'
}

function has(values: readonly SignatureValue[], name: string): boolean {
  return values.some((value) => value.name === name)
}
