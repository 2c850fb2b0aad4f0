import { ChevronLeft, ChevronRight, Crosshair, Maximize, Redo2, SunMedium, Tag, Undo2 } from 'lucide-react'
import type { Message } from '#common/messages/template'
import { labellingOf } from '#renderer/data/project-type'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { useChord } from '#renderer/ui/keys/key-map'
import { sayEdit } from '#renderer/words/edits'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../../commands/context.ts'
import { redo, undo } from '../../commands/edit/edit-keys.ts'
import { goBy } from '../../commands/queue/queue.ts'
import { isAdjusted, resetTone } from '../../commands/view/tone.ts'
import { useDocument, useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import type { QueueQuery } from '../../effects/queue/queue-query.ts'
import { usePlace } from '../../effects/queue/use-queue.ts'
import { useDetails } from '../../effects/server/use-details.ts'
import { thenCanvas } from '../../parts/pressed.ts'
import { useKeyContext } from '../../parts/use-key-context.ts'
import { DoneButtons } from './done-buttons.tsx'
import { Durability } from './durability.tsx'
import { QueueChip } from './queue-chip.tsx'
import { ReviewChip } from './review-chip.tsx'
import { SortButton } from './sort-button.tsx'
import styles from './top-bar.module.css'

/** Where one is, whether it is on disk, and what to do with the image as a whole. */
export function TopBar({ query }: { readonly query: QueueQuery }) {
  const details = useDetails().data
  const hasShapes = useEditorState(({ projectType }) => labellingOf(projectType) === 'places')
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
  const editor = useEditor()
  const { place, total } = usePlace()
  return (
    <>
      <IconButton
        className={styles.icon}
        icon={ChevronLeft}
        label={t('Previous image')}
        chord={useChord('previous')}
        onPress={thenCanvas(() => goBy(editor, -1))}
        disabledReason={place === 0 ? t('this is the first') : undefined}
      />
      <span className={`${styles.place} num`}>{place === -1 ? '–' : count(place + 1)}</span>
      <span className={`${styles.total} num`}>{t('of {{total}}', { total })}</span>
      <IconButton
        className={styles.icon}
        icon={ChevronRight}
        label={t('Next image')}
        chord={useChord('next')}
        onPress={thenCanvas(() => goBy(editor, 1))}
        disabledReason={place === total - 1 ? t('this is the last') : undefined}
      />
    </>
  )
}

function History() {
  const editor = useEditor()
  const context = useKeyContext()
  const { canRedo } = context
  const edit = useDocument((document) => said(document?.undo.at(-1)))
  const act = useEditorState(({ lastAct }) => lastAct?.name)
  const last = undoneNext(context, { act, edit })
  const next = useDocument((document) => said(document?.redo[0]))
  return (
    <>
      <IconButton
        className={styles.icon}
        icon={Undo2}
        label={undoLabel(last)}
        chord={useChord('undo')}
        onPress={thenCanvas(() => undo(editor))}
        disabledReason={last === undefined ? t('nothing to undo yet') : undefined}
      />
      <IconButton
        className={styles.icon}
        icon={Redo2}
        label={next === undefined ? t('Redo') : t('Redo: {{what}}', { what: next })}
        chord={useChord('redo')}
        onPress={thenCanvas(() => redo(editor))}
        disabledReason={canRedo ? undefined : t('nothing to redo')}
      />
    </>
  )
}

function said(name: Message | undefined): string | undefined {
  return name && sayEdit(name)
}

interface Undoable {
  readonly act: string | undefined
  readonly edit: string | undefined
}

/** The name of the act that the undo would take back; undefined where there is none. */
function undoneNext({ canUndo, canResume }: KeyContext, { act, edit }: Undoable): string | undefined {
  if (canResume) return t('Discard the drawing')
  return act ?? (canUndo ? edit : undefined)
}

function undoLabel(last: string | undefined): string {
  return last === undefined ? t('Undo') : t('Undo: {{what}}', { what: last })
}

function Switches() {
  const editor = useEditor()
  const { hasLabels, hasCrosshair } = useEditorState((all) => all.options)
  return (
    <>
      <IconButton
        className={cx(styles.icon, styles.spare)}
        icon={Tag}
        label={t('Class names on shapes')}
        chord={useChord('labels')}
        isOn={hasLabels}
        onPress={thenCanvas(() => editor.setOptions({ hasLabels: !hasLabels }))}
      />
      <IconButton
        className={cx(styles.icon, styles.spare)}
        icon={Crosshair}
        label={t('Crosshair')}
        chord={useChord('crosshair')}
        isOn={hasCrosshair}
        onPress={thenCanvas(() => editor.setOptions({ hasCrosshair: !hasCrosshair }))}
      />
    </>
  )
}

/** The image is not shown as it is. */
function Adjusted() {
  const editor = useEditor()
  const isShown = useEditorState(isAdjusted)
  const chord = useChord('view-reset')
  if (!isShown) return null
  return (
    <Button size="small" variant="quiet" chord={chord} onPress={thenCanvas(() => resetTone(editor))}>
      {t('Adjusted')}
    </Button>
  )
}

/** In a box within a box, which browsers lay out by itself: it changes with every notch of the wheel. */
function ZoomNumber() {
  const percent = useEditorState(({ viewport }) => Math.round(viewport.scale * 100))
  return (
    <span className={styles.zoom}>
      <span className={`${styles.percent} num`}>{count(percent)} %</span>
    </span>
  )
}

function Zoom() {
  const editor = useEditor()
  const hasViewStrip = useEditorState(({ options }) => options.hasViewStrip)
  return (
    <>
      <ZoomNumber />
      <IconButton
        className={styles.icon}
        icon={SunMedium}
        label={t('Brightness and contrast')}
        chord={useChord('view-strip')}
        isOn={hasViewStrip}
        onPress={thenCanvas(() => editor.setOptions({ hasViewStrip: !hasViewStrip }))}
      />
      <IconButton
        className={styles.icon}
        icon={Maximize}
        label={t('Fit the image')}
        chord={useChord('fit')}
        onPress={thenCanvas(() => editor.fit())}
      />
    </>
  )
}
