import { Link2, Magnet } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { toggleSnapping, toggleWelding } from '../commands/outlines/vertices.ts'
import { useEditor, useEditorState } from '../editor/hooks/session.tsx'
import { thenCanvas } from './pressed.ts'

/** How vertices find their places: onto what is near, and together with those that they lie on. */
export const SnapToggles = memo(function SnapToggles() {
  return (
    <>
      <SnapToggle />
      <WeldToggle />
    </>
  )
})

/** Beside what is drawn with points that snap. */
export function DrawnSnap() {
  const snaps = useEditorState(({ armed }) => armed.traits.snaps)
  return snaps ? <SnapToggle /> : null
}

export function SnapToggle() {
  const editor = useEditor()
  const snaps = useEditorState(({ options }) => options.snaps)
  return (
    <IconButton
      size="small"
      placement="top"
      icon={Magnet}
      label={t('Snap to other shapes. Alt suspends it')}
      isOn={snaps}
      chord={useChord('snapping')}
      onPress={thenCanvas(() => toggleSnapping(editor))}
    />
  )
}

function WeldToggle() {
  const editor = useEditor()
  const welds = useEditorState(({ options }) => options.welds)
  return (
    <IconButton
      size="small"
      placement="top"
      icon={Link2}
      label={t('Move shared vertices together')}
      isOn={welds}
      chord={useChord('welding')}
      onPress={thenCanvas(() => toggleWelding(editor))}
    />
  )
}
