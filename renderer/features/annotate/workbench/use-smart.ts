import { useEffect } from 'react'
import { notifyError } from '#renderer/kit/overlay/toast'
import { studio } from '#renderer/kit/studio/studio'
import { useWorkbench } from './session.tsx'
import { SmartRunner } from './smart-runner.ts'

/** Lets the machine answer what the smart tool asks, as long as the screen is there. */
export function useSmart(): void {
  const workbench = useWorkbench()
  useEffect(() => {
    const runner = new SmartRunner({ bench: workbench, port: studio.segment, onFailure: notifyError })
    return () => runner.dispose()
  }, [workbench])
}
