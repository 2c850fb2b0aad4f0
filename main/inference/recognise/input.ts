import { ModelInput } from '#common/inference/manifest'
import { frameOf, pictureInput } from '../models/kit/network-shape.ts'
import type { Claim, Network } from './claim.ts'
import type { GatheredFacts } from './facts/gather.ts'

/** Classifiers of the old engine, whose packages do not say it. */
const CENTRED: Pick<ModelInput, 'mean' | 'std'> = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] }

/**
 * What the files say of the input, over what is usual for the family; a side that the network fixes is the network's. Undefined where
 * that leaves the frame to the family.
 */
export function inputFor(claim: Claim, facts: GatheredFacts, networks: readonly Network[]): ModelInput | undefined {
  const old = claim.family === 'classifier' && facts.isOldPackage ? CENTRED : {}
  const said: Partial<ModelInput> = {
    padding: 0,
    channels: 'rgb',
    divisor: 255,
    ...claim.input,
    ...old,
    ...facts.input,
  }
  const input = ModelInput.safeParse(said).data
  return input && { ...input, ...fixedSides(claim, networks, input) }
}

function fixedSides({ networks: roles }: Claim, networks: readonly Network[], { width, height }: ModelInput) {
  const [first] = Object.values(roles)
  const network = networks.find(({ path }) => path === first)
  const picture = network && pictureInput(network.signature)
  const own = picture ? frameOf(picture, 0) : { width: 0, height: 0 }
  return { width: own.width || width, height: own.height || height }
}
