import type { Proposal } from '#common/annotation/proposal'
import { useBench, useDocument } from '../workbench/session.tsx'
import { focusedProposal, type Offers, offersOf } from './offers.ts'

/** What is proposed on the image on screen. */
export function useOffers(): Offers {
  const classes = useBench((bench) => bench.classes)
  const options = useBench((bench) => bench.options)
  return useDocument((document) => offersOf(document, { classes, options }))
}

export function useFocusedProposal(): Proposal | undefined {
  const offers = useOffers()
  return useBench((bench) => focusedProposal(offers, bench))
}
