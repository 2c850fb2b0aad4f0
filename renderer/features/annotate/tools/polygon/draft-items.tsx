import { t } from '#renderer/words/words'
import { useEditorState } from '../../editor/hooks/session.tsx'
import { PathItems } from '../../parts/path-items.tsx'
import { DrawnSnap } from '../../parts/snap-toggles.tsx'
import { drawnPoints, RedrawItems, redrawnShape } from './redraw-items.tsx'

/** A new polygon, or a part of one. */
export function DraftItems() {
  const isRedrawing = useEditorState(redrawnShape) !== undefined
  const points = useEditorState(drawnPoints)
  return (
    <>
      {isRedrawing ? (
        <RedrawItems />
      ) : (
        <PathItems
          points={points}
          least={3}
          needs={t('A polygon needs three points')}
          end={t('Close')}
          command="close"
        />
      )}
      <DrawnSnap />
    </>
  )
}
