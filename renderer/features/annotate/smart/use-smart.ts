import { useEffect } from 'react'
import { useWorkbench } from '../workbench/session.tsx'
import { watchAhead } from './ahead.ts'
import { watchPreview } from './preview.ts'
import { SmartRunner } from './smart-runner.ts'
import { watchGhosts } from './tighten.ts'

/** Lets the machine answer what the smart tool asks, as long as the screen is there. */
export function useSmart(): void {
  const workbench = useWorkbench()
  useEffect(() => {
    const port = workbench.core?.segment
    if (!port) return
    const runner = new SmartRunner(workbench, port)
    const stops = [watchPreview(workbench, port), watchAhead(workbench, port), watchGhosts(workbench)]
    return () => {
      runner.dispose()
      for (const stop of stops) stop()
    }
  }, [workbench])
}
