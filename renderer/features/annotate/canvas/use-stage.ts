import { type RefObject, useEffect } from 'react'
import { useSession } from '../workbench/session.tsx'
import { useDetails } from '../workbench/use-details.ts'
import { mountStage } from './mount-stage.ts'

/** The stage in its element, for as long as the element is there. */
export function useStage(host: RefObject<HTMLElement | null>): void {
  const session = useSession()
  const details = useDetails().data
  useEffect(() => (host.current ? mountStage(host.current, session) : undefined), [session, host])
  useEffect(() => {
    if (details) session.workbench.place()
  }, [session, details])
}
