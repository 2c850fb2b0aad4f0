import { type RefObject, useLayoutEffect } from 'react'
import { useSession } from '../../editor/hooks/session.tsx'
import { useDetails } from '../../effects/server/use-details.ts'
import { mountStage } from './mount-stage.ts'

/** The stage in its element, for as long as the element is there: what can be seen can be pressed. */
export function useStage(host: RefObject<HTMLElement | null>): void {
  const session = useSession()
  const details = useDetails().data
  useLayoutEffect(() => (host.current ? mountStage(host.current, session) : undefined), [session, host])
  useLayoutEffect(() => {
    if (details) session.editor.place()
  }, [session, details])
}
