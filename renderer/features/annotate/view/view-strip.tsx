import { Contrast, Frame, Grid2x2, Map as MapIcon, Pin, RotateCcw, X } from 'lucide-react'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { cx } from '#renderer/kit/cx'
import { t } from '#renderer/kit/words/words'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { useOffers } from '../proposals/use-offers.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { SampleWindowControl } from './sample-window-control.tsx'
import { isAdjusted, resetTone, setTone } from './tone-acts.ts'
import { ChannelChoice, ToneSliders } from './tone-controls.tsx'
import styles from './view-strip.module.css'

/** How the image is looked at. Labels, exports and models see it as it is. */
export function ViewStrip() {
  const isOpen = useBench(({ options }) => options.hasViewStrip)
  const { open, labelled } = useOffers()
  const depth = useBench(({ pixels }) => pixels?.depth ?? undefined)
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
  const bench = useWorkbench()
  const { isInverted } = useBench(({ tone }) => tone)
  const { keepsTone, keepsPlace, hasMiniMap, isSharpEarly } = useBench(({ options }) => options)
  return (
    <>
      <IconButton
        size="small"
        placement="bottom"
        icon={Contrast}
        label={t('Invert')}
        isOn={isInverted}
        onPress={thenCanvas(() => setTone(bench, { isInverted: !isInverted }))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={Pin}
        label={t('Keep for the next images')}
        isOn={keepsTone}
        onPress={thenCanvas(() => bench.setOptions({ keepsTone: !keepsTone }))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={Frame}
        label={t('Keep zoom and position for the next images')}
        isOn={keepsPlace}
        onPress={thenCanvas(() => bench.setOptions({ keepsPlace: !keepsPlace }))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={Grid2x2}
        label={t('Single pixels from 200 %')}
        isOn={isSharpEarly}
        onPress={thenCanvas(() => bench.setOptions({ isSharpEarly: !isSharpEarly }))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={MapIcon}
        label={t('Small map when zoomed in')}
        isOn={hasMiniMap}
        onPress={thenCanvas(() => bench.setOptions({ hasMiniMap: !hasMiniMap }))}
      />
    </>
  )
}

function Ends() {
  const bench = useWorkbench()
  const canReset = useBench(isAdjusted)
  return (
    <>
      <IconButton
        size="small"
        placement="bottom"
        icon={RotateCcw}
        label={t('Reset')}
        chord={useChord('view-reset')}
        disabledReason={canReset ? undefined : t('the image is shown as it is')}
        onPress={thenCanvas(() => resetTone(bench))}
      />
      <IconButton
        size="small"
        placement="bottom"
        icon={X}
        label={t('Close')}
        chord={useChord('view-strip')}
        onPress={thenCanvas(() => bench.setOptions({ hasViewStrip: false }))}
      />
    </>
  )
}
