import { useShallow } from 'zustand/react/shallow'
import { useAbility } from '#renderer/data/use-ability'
import { documentContext, type KeyContext, keyContext, stateContext } from '../commands/context.ts'
import { useDocument, useEditorState } from '../editor/hooks/session.tsx'
import { useOffers } from '../editor/hooks/use-offers.ts'

/** The same context until something in it changes: moving the pointer is no reason to draw anything again. */
export function useKeyContext(): KeyContext {
  const state = useEditorState(useShallow(stateContext))
  const document = useDocument(useShallow(documentContext))
  const hasProposals = useOffers().shown.length > 0
  const canChangeClasses = useAbility()('change-classes')
  return keyContext({ ...state, ...document, hasProposals, canChangeClasses })
}
