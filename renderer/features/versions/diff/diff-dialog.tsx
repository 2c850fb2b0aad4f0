import { ArrowRight, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TextShape } from '#common/annotation/shape'
import type { DiffRow, LabelChange } from '#common/contract/version-diff'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Segmented } from '#renderer/ui/controls/segmented'
import { Image } from '#renderer/ui/display/image'
import { SplitName } from '#renderer/ui/display/marks'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import type { Choice } from './choice.ts'
import styles from './diff-dialog.module.css'
import { ClassWords, DiffLabels, type Faces, type ShownSides, shapeOf } from './diff-labels.tsx'
import { changeWords } from './words.ts'

interface DiffDialogProps {
  readonly row: DiffRow
  readonly faces: Faces
  readonly choice: Choice
  /** How the labels of the two are told apart. */
  readonly legend: string
  readonly place: { readonly index: number; readonly total: number }
  readonly onGo: (index: number) => void
  readonly onClose: () => void
}

/** One image that differs, large, with each label that does; the arrow keys lead to the next. */
export function DiffDialog({ row, faces, choice, legend, place: { index, total }, onGo, onClose }: DiffDialogProps) {
  const [sides, setSides] = useState<ShownSides>('both')
  const [looked, look] = useState<LabelChange>()
  const [known, setKnown] = useState(row)
  if (known !== row) {
    setKnown(row)
    look(undefined)
  }
  const go = (step: number) => index + step >= 0 && index + step < total && onGo(index + step)
  useArrows(go)
  const shown = sides === 'before' ? (row.before ?? row.after) : (row.after ?? row.before)
  return (
    <Dialog title={row.name} subtitle={<Whereabouts row={row} />} size="large" height={640} isFlush onClose={onClose}>
      <div className={styles.columns}>
        <div className={styles.stage}>
          <Image url={shown?.screen ?? ''} fit="contain" className={styles.image} alt={row.name}>
            <DiffLabels row={row} faces={faces} sides={sides} fit="contain" looked={looked} />
          </Image>
        </div>
        <Changes row={row} faces={faces} onLook={look} />
      </div>
      <footer className={styles.foot}>
        <Sides choice={choice} legend={legend} sides={sides} onChange={setSides} />
        <span className={styles.place}>{t('{{done}} of {{total}}', { done: index + 1, total })}</span>
        <IconButton
          icon={ChevronLeft}
          label={t('Previous image')}
          chord="ArrowLeft"
          onPress={() => go(-1)}
          disabledReason={index === 0 ? t('this is the first') : undefined}
        />
        <IconButton
          icon={ChevronRight}
          label={t('Next image')}
          chord="ArrowRight"
          onPress={() => go(1)}
          disabledReason={index === total - 1 ? t('this is the last') : undefined}
        />
      </footer>
    </Dialog>
  )
}

/** Arrow keys that no control of the dialog has taken. */
function useArrows(go: (step: number) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'ArrowLeft') go(-1)
      if (event.key === 'ArrowRight') go(1)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}

function Whereabouts({ row: { before, after } }: Pick<DiffDialogProps, 'row'>) {
  if (before === null && after !== null) {
    return (
      <span className={styles.where}>
        {t('Added to')} <SplitName split={after.split} />
      </span>
    )
  }
  if (after === null && before !== null) {
    return (
      <span className={styles.where}>
        {t('Removed from')} <SplitName split={before.split} />
      </span>
    )
  }
  if (before === null || after === null) return null
  if (before.split === after.split) return <SplitName split={after.split} />
  return (
    <span className={styles.where}>
      <SplitName split={before.split} />
      <ArrowRight className={styles.arrow} aria-label={t('to|a place')} />
      <SplitName split={after.split} />
    </span>
  )
}

interface SidesProps extends Pick<DiffDialogProps, 'choice' | 'legend'> {
  readonly sides: ShownSides
  readonly onChange: (sides: ShownSides) => void
}

function Sides({ choice: { from, to }, legend, sides, onChange }: SidesProps) {
  const options = [
    { value: 'before', label: t('Version {{number}}', { number: from }) },
    { value: 'both', label: t('Both') },
    { value: 'after', label: t('Version {{number}}', { number: to }) },
  ] as const
  return (
    <>
      <Segmented label={t('Version shown')} options={options} value={sides} onChange={onChange} />
      <span className="text-3">{legend}</span>
    </>
  )
}

interface ChangesProps extends Pick<DiffDialogProps, 'row' | 'faces'> {
  readonly onLook: (change: LabelChange | undefined) => void
}

function Changes({ row: { labels }, faces, onLook }: ChangesProps) {
  const told = labels.flatMap((change) => {
    const words = changeWords(change)
    return words === undefined ? [] : [{ change, words }]
  })
  const same = labels.length - told.length
  return (
    <div className={styles.side}>
      <ul className={styles.changes} aria-label={t('Annotation changes')}>
        {told.map(({ change, words }) => (
          <li
            key={`${change.kind} ${shapeOf(change).id}`}
            className={styles.change}
            onMouseEnter={() => onLook(change)}
            onMouseLeave={() => onLook(undefined)}
          >
            <Subject change={change} faces={faces} />
            <span className={styles.words}>{words}</span>
          </li>
        ))}
      </ul>
      {same > 0 && <p className={styles.same}>{t('{{count}} annotations unchanged', { count: same })}</p>}
      {labels.length === 0 && <p className={styles.same}>{t('Nothing is labeled in either version')}</p>}
    </div>
  )
}

function Subject({ change, faces }: { readonly change: LabelChange; readonly faces: Faces }) {
  const shape = shapeOf(change)
  if (shape.kind === 'text') return <Texts change={change} />
  const side = change.kind === 'removed' ? faces.before : faces.after
  if (change.kind !== 'kept' || !change.isReclassed) return <ClassWords classId={shape.classId} faces={side} />
  return (
    <span className={styles.where}>
      <ClassWords classId={change.before.classId} faces={faces.before} />
      <ArrowRight className={styles.arrow} aria-label={t('to|a place')} />
      <ClassWords classId={shape.classId} faces={side} />
    </span>
  )
}

/** The former text and the new one, in full. */
function Texts({ change }: { readonly change: LabelChange }) {
  const former = change.kind === 'added' ? undefined : change.before
  const later = change.kind === 'removed' ? undefined : change.after
  return (
    <span className={styles.texts}>
      {former?.kind === 'text' && <s className="text-3">{textOf(former)}</s>}
      {later?.kind === 'text' && <span>{textOf(later)}</span>}
    </span>
  )
}

function textOf({ prompt, answer }: TextShape): string {
  return prompt === '' ? answer : `${prompt} ${answer}`
}
