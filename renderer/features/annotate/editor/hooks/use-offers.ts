import type { Proposal } from '#common/annotation/proposal'
import { focusedProposal, type Offers, offersOf } from '../../model/proposals/offers.ts'
import { useDocument, useEditorState } from './session.tsx'

/** The suggestions for the image on screen. */
export function useOffers(): Offers {
  const classes = useEditorState((state) => state.classes)
  const options = useEditorState((state) => state.options)
  return useDocument((document) => offersOf(document, { classes, options }))
}

export function useFocusedProposal(): Proposal | undefined {
  const offers = useOffers()
  return useEditorState((state) => focusedProposal(offers, state))
}
