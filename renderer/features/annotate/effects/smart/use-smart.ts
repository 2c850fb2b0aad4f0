import { useEffect } from 'react'
import { useEditor } from '../../editor/hooks/session.tsx'
import { watchAhead } from './ahead.ts'
import { watchGhosts } from './ghosts.ts'
import { watchPreview } from './preview.ts'
import { SmartRunner } from './smart-runner.ts'

/** Lets the machine answer what the smart tool asks, as long as the screen is there. */
export function useSmart(): void {
  const editor = useEditor()
  useEffect(() => {
    const port = editor.core?.segment
    if (!port) return
    const runner = new SmartRunner(editor, port)
    const stops = [watchPreview(editor, port), watchAhead(editor, port), watchGhosts(editor)]
    return () => {
      runner.dispose()
      for (const stop of stops) stop()
    }
  }, [editor])
}
