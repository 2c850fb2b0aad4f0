import { POLYLINE } from '#renderer/tools/kinds/paths'
import { pathLength } from '#renderer/tools/polygon/path'
import { t } from '#renderer/words/words'
import { useEditorState } from '../../editor/hooks/session.tsx'
import type { EditorState } from '../../model/editor-state.ts'
import { PathItems } from '../../parts/path-items.tsx'
import { DrawnSnap } from '../../parts/snap-toggles.tsx'

/** A new line. */
export function DraftItems() {
  const points = useEditorState(drawnPoints)
  return (
    <>
      <PathItems points={points} least={2} needs={t('A line needs two points')} end={t('End|act')} command="end-line" />
      <DrawnSnap />
    </>
  )
}

function drawnPoints({ armed }: EditorState): number {
  const path = POLYLINE.stateIn(armed)
  return path ? pathLength(path) : 0
}
