import { conceptLayoutOf } from '../../models/sam3-concept/layouts.ts'
import type { Claim, Claimant, Network } from '../claim.ts'

/** Folders with more networks are taken as a whole. */
const MOST_CHOSEN_FROM = 7
/** SAM 3 comes in so many networks. */
const SIZES = [3, 4]

export const sam3ConceptClaims: Claimant = {
  family: 'sam3-concept',
  claims: (networks) =>
    groupsOf(networks).flatMap((group): readonly Claim[] => {
      const shapes = Object.fromEntries(group.map(({ path, signature }) => [path, signature]))
      const found = conceptLayoutOf(shapes)
      if (found === undefined) return []
      const claim = { family: 'sam3-concept', layout: found.layout.id, tasks: ['unsupervised-segmentation'] } as const
      return [{ ...claim, networks: { ...found.files }, classes: 'none', readsTexts: true }]
    }),
}

function groupsOf(networks: readonly Network[]): readonly (readonly Network[])[] {
  if (networks.length > MOST_CHOSEN_FROM) return [networks]
  return SIZES.flatMap((size) => choices(networks, size))
}

function choices(networks: readonly Network[], size: number): readonly (readonly Network[])[] {
  if (size === 0) return [[]]
  return networks.flatMap((first, place) =>
    choices(networks.slice(place + 1), size - 1).map((rest) => [first, ...rest]),
  )
}
