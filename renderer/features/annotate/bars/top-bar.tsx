import { ChevronLeft, ChevronRight, Crosshair, Maximize, Redo2, SunMedium, Tag, Undo2 } from 'lucide-react'
import { Button } from '#renderer/kit/controls/button'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { cx } from '#renderer/kit/cx'
import { labellingOf } from '#renderer/kit/display/project-type'
import { count } from '#renderer/kit/format'
import { sayAct } from '#renderer/kit/words/acts'
import { t } from '#renderer/kit/words/words'
import { SortButton } from '../go-to/sort-button.tsx'
import { useChord } from '../keys/bindings/store.ts'
import type { KeyContext } from '../keys/context.ts'
import { redo, undo } from '../keys/edit-keys.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { useKeyContext } from '../keys/use-key-context.ts'
import { goBy } from '../queue/queue-acts.ts'
import type { QueueQuery } from '../queue/queue-query.ts'
import { usePlace } from '../queue/use-queue.ts'
import { ReviewChip } from '../review/review-chip.tsx'
import { isAdjusted, resetTone } from '../view/tone-acts.ts'
import { useBench, useDocument, useWorkbench } from '../workbench/session.tsx'
import { useDetails } from '../workbench/use-details.ts'
import { DoneButtons } from './done-buttons.tsx'
import { Durability } from './durability.tsx'
import { QueueChip } from './queue-chip.tsx'
import styles from './top-bar.module.css'

/** Where one is, whether it is on disk, and what to do with the image as a whole. */
export function TopBar({ query }: { readonly query: QueueQuery }) {
  const details = useDetails().data
  const hasShapes = useBench(({ projectType }) => labellingOf(projectType) === 'places')
  return (
    <div className={styles.bar} data-panel="bar" role="toolbar" aria-label={t('Image')}>
      <Place />
      <span className={styles.rule} />
      <span className={`${styles.name} truncate`} title={details?.name}>
        {details?.name ?? ''}
      </span>
      <Durability />
      <ReviewChip />
      <QueueChip query={query} />
      <span className={styles.grow} />
      <History />
      <span className={styles.rule} />
      {hasShapes && (
        <>
          <Switches />
          <span className={cx(styles.rule, styles.spare)} />
        </>
      )}
      <SortButton />
      <Adjusted />
      <Zoom />
      <DoneButtons />
    </div>
  )
}

function Place() {
  const bench = useWorkbench()
  const { place, total } = usePlace()
  return (
    <>
      <IconButton
        className={styles.icon}
        icon={ChevronLeft}
        label={t('Previous image')}
        chord={useChord('previous')}
        onPress={thenCanvas(() => goBy(bench, -1))}
        disabledReason={place === 0 ? t('this is the first') : undefined}
      />
      <span className={`${styles.place} num`}>{place === -1 ? '–' : count(place + 1)}</span>
      <span className={`${styles.total} num`}>{t('of {{total}}', { total })}</span>
      <IconButton
        className={styles.icon}
        icon={ChevronRight}
        label={t('Next image')}
        chord={useChord('next')}
        onPress={thenCanvas(() => goBy(bench, 1))}
        disabledReason={place === total - 1 ? t('this is the last') : undefined}
      />
    </>
  )
}

function History() {
  const bench = useWorkbench()
  const context = useKeyContext()
  const { canRedo } = context
  const edit = useDocument((document) => document?.undo.at(-1))
  const act = useBench(({ lastAct }) => lastAct?.name)
  const last = undoneNext(context, { act, edit })
  const next = useDocument((document) => document?.redo[0])
  return (
    <>
      <IconButton
        className={styles.icon}
        icon={Undo2}
        label={undoLabel(last)}
        chord={useChord('undo')}
        onPress={thenCanvas(() => undo(bench))}
        disabledReason={last === undefined ? t('nothing was done yet') : undefined}
      />
      <IconButton
        className={styles.icon}
        icon={Redo2}
        label={canRedo ? t('Redo: {{what}}', { what: sayAct(next ?? '') }) : t('Redo')}
        chord={useChord('redo')}
        onPress={thenCanvas(() => redo(bench))}
        disabledReason={canRedo ? undefined : t('nothing was undone')}
      />
    </>
  )
}

interface Undoable {
  readonly act: string | undefined
  readonly edit: string | undefined
}

/** The name of the act that the undo would take back; undefined where there is none. */
function undoneNext({ canUndo, canResume }: KeyContext, { act, edit }: Undoable): string | undefined {
  if (canResume) return t('Discard the drawing')
  return act ?? (canUndo ? sayAct(edit ?? '') : undefined)
}

function undoLabel(last: string | undefined): string {
  return last === undefined ? t('Undo') : t('Undo: {{what}}', { what: last })
}

function Switches() {
  const bench = useWorkbench()
  const { hasLabels, hasCrosshair } = useBench((all) => all.options)
  return (
    <>
      <IconButton
        className={cx(styles.icon, styles.spare)}
        icon={Tag}
        label={t('Labels on shapes')}
        chord={useChord('labels')}
        isOn={hasLabels}
        onPress={thenCanvas(() => bench.setOptions({ hasLabels: !hasLabels }))}
      />
      <IconButton
        className={cx(styles.icon, styles.spare)}
        icon={Crosshair}
        label={t('Crosshair')}
        chord={useChord('crosshair')}
        isOn={hasCrosshair}
        onPress={thenCanvas(() => bench.setOptions({ hasCrosshair: !hasCrosshair }))}
      />
    </>
  )
}

/** The image is not shown as it is. */
function Adjusted() {
  const bench = useWorkbench()
  const isShown = useBench(isAdjusted)
  const chord = useChord('view-reset')
  if (!isShown) return null
  return (
    <Button size="small" variant="quiet" chord={chord} onPress={thenCanvas(() => resetTone(bench))}>
      {t('Adjusted')}
    </Button>
  )
}

/** In a box within a box, which browsers lay out by itself: it changes with every notch of the wheel. */
function ZoomNumber() {
  const percent = useBench(({ viewport }) => Math.round(viewport.scale * 100))
  return (
    <span className={styles.zoom}>
      <span className={`${styles.percent} num`}>{count(percent)} %</span>
    </span>
  )
}

function Zoom() {
  const bench = useWorkbench()
  const hasViewStrip = useBench(({ options }) => options.hasViewStrip)
  return (
    <>
      <ZoomNumber />
      <IconButton
        className={styles.icon}
        icon={SunMedium}
        label={t('Brightness and contrast')}
        chord={useChord('view-strip')}
        isOn={hasViewStrip}
        onPress={thenCanvas(() => bench.setOptions({ hasViewStrip: !hasViewStrip }))}
      />
      <IconButton
        className={styles.icon}
        icon={Maximize}
        label={t('Fit the image')}
        chord={useChord('fit')}
        onPress={thenCanvas(() => bench.fit())}
      />
    </>
  )
}
