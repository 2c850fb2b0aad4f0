import type { NetworkShape } from '../kit/network-shape.ts'
import type { ConceptRole, NetworkShapes } from './layout.ts'

/** Names that the tensors of a network have among others. A name that ends with `*` stands for all that begin so. */
interface Traits {
  readonly inputs?: readonly string[]
  readonly outputs?: readonly string[]
}

/** The network of each role, told by its tensors; undefined unless each role has exactly one, and every network a role. */
export function byTensors(
  networks: NetworkShapes,
  wanted: Partial<Record<ConceptRole, Traits>>,
): Partial<Record<ConceptRole, string>> | undefined {
  const named = Object.entries(networks)
  const roles = Object.entries(wanted)
  const found = roles.map(([role, traits]) => [role, named.filter(([, network]) => has(network, traits))] as const)
  const isComplete = found.every(([, fitting]) => fitting.length === 1) && named.length === roles.length
  return isComplete ? Object.fromEntries(found.map(([role, [first]]) => [role, first?.[0] ?? ''])) : undefined
}

function has(network: NetworkShape, { inputs = [], outputs = [] }: Traits): boolean {
  return inputs.every(isAmong(network.inputs)) && outputs.every(isAmong(network.outputs))
}

function isAmong(tensors: NetworkShape['inputs']): (wanted: string) => boolean {
  return (wanted) => {
    const start = wanted.endsWith('*') ? wanted.slice(0, -1) : undefined
    return tensors.some(({ name }) => (start === undefined ? name === wanted : name.startsWith(start)))
  }
}
