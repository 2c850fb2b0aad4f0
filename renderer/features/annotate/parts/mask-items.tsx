import { Brush, Layers2, Maximize2, Minimize2, PaintBucket, Pentagon } from 'lucide-react'
import { memo } from 'react'
import type { Shape } from '#common/annotation/shape'
import { isPlaced } from '#common/annotation/shape'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { canBeMask, masksToPolygons, outlinesToMasks } from '../commands/masks/convert.ts'
import { fillMaskHoles, growMasks, shrinkMasks } from '../commands/masks/masks.ts'
import { useEditor, useEditorState } from '../editor/hooks/session.tsx'
import { useSelectedShapes } from '../editor/hooks/use-selected.ts'
import { hasOneMaskAClass, isMask } from '../model/ground.ts'
import styles from './bar.module.css'
import { thenCanvas } from './pressed.ts'

/** Options of the selected masks, and of the next ones. */
export function MaskInHand() {
  const shapes = useSelectedShapes()
  return (
    <>
      <Apart />
      <MaskActs shapes={shapes} />
      {shapes.length > 0 && <Finish />}
    </>
  )
}

/** While a mask is selected strokes go on with it. */
const Finish = memo(function Finish() {
  const editor = useEditor()
  const chord = useChord('finish-mask')
  return (
    <Button size="small" variant="primary" chord={chord} onPress={thenCanvas(() => editor.select([]))}>
      {t('Finish mask')}
    </Button>
  )
})

/** Where each pixel has one class at most they cannot overlap anyway. */
const Apart = memo(function Apart() {
  const editor = useEditor()
  const isOn = useEditorState(({ options }) => options.keepsMasksApart)
  const isOffered = useEditorState(({ projectType }) => !hasOneMaskAClass(projectType))
  if (!isOffered) return null
  return (
    <IconButton
      size="small"
      icon={Layers2}
      label={isOn ? t('No overlaps: painting stays beside other masks') : t('Overlaps: painting goes over other masks')}
      placement="top"
      isOn={isOn}
      onPress={thenCanvas(() => editor.setOptions({ keepsMasksApart: !isOn }))}
    />
  )
})

/** Acts on selected masks, and on outlines that masks can be made of. */
export function MaskActs({ shapes }: { readonly shapes: readonly Shape[] }) {
  const areMaskable = shapes.some((shape) => isPlaced(shape) && canBeMask(shape))
  return <ActButtons areMasks={shapes.some(isMask)} areMaskable={areMaskable} />
}

interface ActButtonsProps {
  readonly areMasks: boolean
  readonly areMaskable: boolean
}

/** The same however the shapes change: they do with every stroke. */
const ActButtons = memo(function ActButtons({ areMasks, areMaskable }: ActButtonsProps) {
  const editor = useEditor()
  const face = { size: 'small', placement: 'top' } as const
  const [holes, grow, shrink] = [useChord('fill-holes'), useChord('grow-mask'), useChord('shrink-mask')]
  const [polygons, masks] = [useChord('make-polygons'), useChord('make-masks')]
  const act = (run: typeof fillMaskHoles) => thenCanvas(() => run(editor))
  return (
    <>
      {areMasks && (
        <>
          <span className={styles.rule} />
          <IconButton {...face} icon={PaintBucket} label={t('Fill holes')} chord={holes} onPress={act(fillMaskHoles)} />
          <IconButton {...face} icon={Maximize2} label={t('Grow by 1 px')} chord={grow} onPress={act(growMasks)} />
          <IconButton
            {...face}
            icon={Minimize2}
            label={t('Shrink by 1 px')}
            chord={shrink}
            onPress={act(shrinkMasks)}
          />
          <IconButton
            {...face}
            icon={Pentagon}
            label={t('Make a polygon')}
            chord={polygons}
            onPress={act(masksToPolygons)}
          />
        </>
      )}
      {areMaskable && (
        <IconButton {...face} icon={Brush} label={t('Make a mask')} chord={masks} onPress={act(outlinesToMasks)} />
      )}
    </>
  )
})
