import { type NetworkShapes, type TowerLayout, towersOf } from '../clip/layouts.ts'

/** Tokens of a text, but for the largest model, which takes more. */
export const LENGTH = 32
const LENGTHS: readonly (number | string)[] = [LENGTH, 72]

/**
 * The layout of a Perception Encoder: towers as CLIP has them for shorter texts. Where the network leaves that length open, the name
 * under which it came (a file, a folder or an address) tells. Undefined when the networks are something else.
 */
export function perceptionEncoderLayoutOf(networks: NetworkShapes, cameAs: string): TowerLayout | undefined {
  const towers = towersOf(networks)
  if (towers === undefined) return undefined
  const isNamed = typeof towers.length === 'string' && /perception|\bpe[-_]?core/i.test(cameAs)
  return LENGTHS.includes(towers.length) || isNamed ? towers.layout : undefined
}
