import { useShallow } from 'zustand/react/shallow'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { useOffers } from '../proposals/use-offers.ts'
import { useBench, useDocument } from '../workbench/session.tsx'
import { benchContext, documentContext, type KeyContext, keyContext } from './context.ts'

/** The same context until something in it changes: moving the pointer is no reason to draw anything anew. */
export function useKeyContext(): KeyContext {
  const bench = useBench(useShallow(benchContext))
  const document = useDocument(useShallow(documentContext))
  const hasProposals = useOffers().shown.length > 0
  const canChangeClasses = useAbility()('change-classes')
  return keyContext({ ...bench, ...document, hasProposals, canChangeClasses })
}
