import { Contrast, Frame, Grid2x2, Map as MapIcon, Pin, RotateCcw, X } from 'lucide-react'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { isAdjusted, resetTone, setTone } from '../../commands/view/tone.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useOffers } from '../../editor/hooks/use-offers.ts'
import { thenCanvas } from '../../parts/pressed.ts'
import { SampleWindowControl } from './sample-window-control.tsx'
import { ChannelChoice, ToneSliders } from './tone-controls.tsx'
import styles from './view-strip.module.css'

/** How the image is looked at. Labels, exports and models see it as it is. */
export function ViewStrip() {
  const isOpen = useEditorState(({ options }) => options.hasViewStrip)
  const { open, labelled } = useOffers()
  const depth = useEditorState(({ pixels }) => pixels?.depth ?? undefined)
  if (!isOpen) return null
  return (
    <div
      className={cx(styles.strip, open.length + labelled.length > 0 && styles.below)}
      role="group"
      aria-label={t('View')}
      data-panel="view"
    >
      <ToneSliders />
      <div className={styles.row}>
        <ChannelChoice />
        <span className={styles.rule} />
        <Switches />
        <span className={styles.rule} />
        <Ends />
      </div>
      {depth && <SampleWindowControl depth={depth} />}
    </div>
  )
}

function Switches() {
  const editor = useEditor()
  const { isInverted } = useEditorState(({ tone }) => tone)
  const { keepsTone, keepsPlace, hasMiniMap, isSharpEarly } = useEditorState(({ options }) => options)
  return (
    <>
      <IconButton
        size="small"
        placement="bottom"
        icon={Contrast}
        label={t('Invert')}
        isOn={isInverted}
        onPress={thenCanvas(() => setTone(editor, { isInverted: !isInverted }))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={Pin}
        label={t('Keep for the next images')}
        isOn={keepsTone}
        onPress={thenCanvas(() => editor.setOptions({ keepsTone: !keepsTone }))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={Frame}
        label={t('Keep zoom and position for the next images')}
        isOn={keepsPlace}
        onPress={thenCanvas(() => editor.setOptions({ keepsPlace: !keepsPlace }))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={Grid2x2}
        label={t('Single pixels from 200 %')}
        isOn={isSharpEarly}
        onPress={thenCanvas(() => editor.setOptions({ isSharpEarly: !isSharpEarly }))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={MapIcon}
        label={t('Small map when zoomed in')}
        isOn={hasMiniMap}
        onPress={thenCanvas(() => editor.setOptions({ hasMiniMap: !hasMiniMap }))}
      />
    </>
  )
}

function Ends() {
  const editor = useEditor()
  const canReset = useEditorState(isAdjusted)
  return (
    <>
      <IconButton
        size="small"
        placement="bottom"
        icon={RotateCcw}
        label={t('Reset')}
        chord={useChord('view-reset')}
        disabledReason={canReset ? undefined : t('the image is shown as it is')}
        onPress={thenCanvas(() => resetTone(editor))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={X}
        label={t('Close')}
        chord={useChord('view-strip')}
        onPress={thenCanvas(() => editor.setOptions({ hasViewStrip: false }))}
      />
    </>
  )
}
