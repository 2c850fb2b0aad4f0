import { useQuery } from '@tanstack/react-query'
import type { Ability } from '#common/contract/session'
import type { PlaceWords } from './in-words.ts'
import { queries } from './queries.ts'

/** Whether what a screen is about to offer can be done where the projects lie. */
export function useAbility(): (ability: Ability) => boolean {
  const abilities = useQuery(queries.session()).data?.abilities
  // Until it is told, the usual case: this machine, where all is possible.
  return (ability) => abilities?.includes(ability) ?? true
}

/** The other machine that the studio works on; undefined on this one. */
export function useOtherMachine(): (PlaceWords & { readonly host: string }) | undefined {
  const place = useQuery(queries.session()).data?.place
  return place === undefined || place.host === null ? undefined : { ...place, host: place.host }
}
