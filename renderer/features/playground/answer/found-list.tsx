import type { Finding } from '#common/contract/models/playground'
import { Segmented } from '#renderer/ui/controls/segmented'
import { cx } from '#renderer/ui/cx'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { useRowHeight } from '#renderer/ui/display/row-height'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { t } from '#renderer/words/words'
import { type Found, scoreText } from '../entrance/findings.ts'
import styles from './found-list.module.css'

export interface FoundListProps {
  readonly finding: Finding
  readonly found: readonly Found[]
  readonly active: string | undefined
  readonly onActive: (key: string | undefined) => void
  readonly guess: number
  readonly onGuess: (guess: number) => void
}

/** Everything that was found, surest first; what a row is about is marked on the image. */
export function FoundList({ finding, found, active, onActive, guess, onGuess }: FoundListProps) {
  const rowHeight = useRowHeight('row-s')
  return (
    <>
      {finding.kind === 'text' && (
        <p className={styles.text}>
          {finding.text === '' ? <span className="text-3">{t('No text')}</span> : finding.text}
        </p>
      )}
      {finding.kind === 'masks' && finding.masks.length > 1 && (
        <Segmented
          label={t('Guess')}
          size="small"
          isWide
          value={String(guess)}
          options={finding.masks.map(({ confidence }, index) => ({
            value: String(index),
            label: `${index + 1} · ${scoreText(confidence)}`,
          }))}
          onChange={(value) => onGuess(Number(value))}
        />
      )}
      {found.length === 0 ? (
        <p className={cx(styles.none, 'text-3')}>{NOTHING[finding.kind]}</p>
      ) : (
        <VirtualList className={styles.list} label={t('What was found')} count={found.length} rowHeight={rowHeight}>
          {(index) => {
            const each = found[index]
            return each === undefined ? null : <Row found={each} isActive={each.key === active} onActive={onActive} />
          }}
        </VirtualList>
      )}
    </>
  )
}

const NOTHING: Readonly<Record<Finding['kind'], string>> = {
  objects: t('No predictions at this confidence. Lower it to see more.'),
  classes: t('No class at this confidence. Lower it to see more.'),
  map: t('No class in this image is switched on.'),
  text: t('No words were found.'),
  masks: t('No distinct object at this point. Try another point or a box.'),
  likeness: t('Nothing to compare.'),
}

interface RowProps {
  readonly found: Found
  readonly isActive: boolean
  readonly onActive: (key: string | undefined) => void
}

function Row({ found: { key, label, color, confidence, note }, isActive, onActive }: RowProps) {
  return (
    <button
      type="button"
      className={cx(styles.row, isActive && styles.active)}
      onPointerEnter={() => onActive(key)}
      onPointerLeave={() => onActive(undefined)}
      onFocus={() => onActive(key)}
      onBlur={() => onActive(undefined)}
    >
      {color !== undefined && <ClassSwatch color={color} />}
      <span className="truncate">{label}</span>
      <span className={cx(styles.note, 'mono')}>{note}</span>
      {confidence !== undefined && <span className={styles.score}>{scoreText(confidence)}</span>}
    </button>
  )
}
