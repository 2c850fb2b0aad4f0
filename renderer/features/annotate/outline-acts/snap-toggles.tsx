import { Link2, Magnet } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { t } from '#renderer/kit/words/words'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { toggleSnapping, toggleWelding } from './vertex-acts.ts'

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
  const tool = useBench(({ armed }) => armed.tool)
  return tool === 'box' || tool === 'polygon' || tool === 'polyline' ? <SnapToggle /> : null
}

export function SnapToggle() {
  const bench = useWorkbench()
  const snaps = useBench(({ options }) => options.snaps)
  return (
    <IconButton
      size="small"
      placement="top"
      icon={Magnet}
      label={t('Snap to other shapes. Alt suspends it')}
      isOn={snaps}
      chord={useChord('snapping')}
      onPress={thenCanvas(() => toggleSnapping(bench))}
    />
  )
}

function WeldToggle() {
  const bench = useWorkbench()
  const welds = useBench(({ options }) => options.welds)
  return (
    <IconButton
      size="small"
      placement="top"
      icon={Link2}
      label={t('Move shared vertices together')}
      isOn={welds}
      chord={useChord('welding')}
      onPress={thenCanvas(() => toggleWelding(bench))}
    />
  )
}
