import { Sparkles } from 'lucide-react'
import { type MouseEvent, memo, type ReactNode } from 'react'
import type { ImageRow, ImageState } from '#common/contract/images'
import { imageUrl } from '#common/contract/urls'
import type { ClassId, ImageId } from '#common/ids'
import { CheckMark } from '#renderer/ui/controls/checkbox'
import { cx } from '#renderer/ui/cx'
import { Image } from '#renderer/ui/display/image'
import type { ClassFace } from '#renderer/ui/display/image-labels'
import { ClassSwatch, SplitName, StateDot } from '#renderer/ui/display/marks'
import { REVIEW_NAMES } from '#renderer/ui/review/words'
import { count, fullMoment, moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { STATE_NAMES } from '../filter.ts'
import { COLUMNS, type ColumnName } from './columns.ts'
import styles from './table.module.css'

type ClassOf = (classId: ClassId) => ClassFace | undefined

export interface TableRowProps {
  readonly card: ImageRow
  readonly columns: readonly ColumnName[]
  readonly classOf: ClassOf
  readonly id: string
  readonly index: number
  /** How far below the top the row stands, in pixels of the screen. */
  readonly start: number
  /** Its columns, as CSS knows them. */
  readonly template: string
  readonly isPicked: boolean
  readonly isFocused: boolean
  readonly onPress: (index: number, event: MouseEvent) => void
  readonly onOpen: (image: ImageId) => void
}

/**
 * A press picks the row, two presses open its image. Drawn anew only when something of its own changes: with every row that is
 * scrolled past the table is.
 */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { card, columns, classOf, id, index, start, template, isPicked, isFocused, onPress, onOpen } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table hears the keys for all of its rows
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isPicked}
      className={cx(styles.row, isPicked && styles.picked, isFocused && styles.focused)}
      style={{ transform: `translateY(${start}px)`, gridTemplateColumns: template }}
      onClick={(event) => event.detail < 2 && onPress(index, event)}
      onDoubleClick={() => onOpen(card.id)}
    >
      <div role="rowheader" className={cx(styles.cell, styles.name)}>
        <span className={styles.check} title={t('Select')}>
          <CheckMark isOn={isPicked} />
        </span>
        <Image url={imageUrl(card.id, 'thumb')} color={card.color} className={styles.image} />
        <span className="truncate" title={card.name}>
          {card.name}
        </span>
      </div>
      {columns.map((name) => (
        <div key={name} role="gridcell" className={cx(styles.cell, COLUMNS[name].isNumber && styles.number)}>
          {CELLS[name](card, classOf)}
        </div>
      ))}
    </div>
  )
})

const TONES = { done: 'ok', started: 'accent', todo: 'off' } as const

const CELLS: Readonly<Record<ColumnName, (card: ImageRow, classOf: ClassOf) => ReactNode>> = {
  split: ({ split }) => <SplitName split={split} />,
  state: ({ state, isNull, review }) => (
    <>
      <StateDot tone={review === 'rejected' ? 'danger' : TONES[state]} />
      <span className="truncate">
        {review === 'approved' || review === 'rejected' ? REVIEW_NAMES[review] : stateName(state, isNull)}
      </span>
    </>
  ),
  shapes: ({ shapes }) => count(shapes),
  classes: ({ classes }, classOf) => <Classes classes={classes} classOf={classOf} />,
  proposals: ({ proposals }) =>
    proposals > 0 && (
      <span className={styles.proposals}>
        <Sparkles aria-hidden />
        {count(proposals)}
      </span>
    ),
  size: ({ width, height }) => `${count(width)} × ${count(height)}`,
  tags: ({ tags }) => (
    <span className="truncate" title={tags.join(', ')}>
      {tags.join(', ')}
    </span>
  ),
  batch: ({ batch }) => (
    <span className="truncate" title={batch}>
      {batch}
    </span>
  ),
  added: ({ addedAt }) => <time title={fullMoment(addedAt)}>{moment(addedAt)}</time>,
}

interface ClassesProps extends Pick<ImageRow, 'classes'> {
  readonly classOf: ClassOf
}

function Classes({ classes, classOf }: ClassesProps) {
  const faces = classes.flatMap(({ id, shapes }) => {
    const face = classOf(id)
    return face === undefined ? [] : [{ ...face, shapes }]
  })
  return (
    <span className={styles.classes} title={faces.map(({ name, shapes }) => `${name} ${count(shapes)}`).join(', ')}>
      {faces.map(({ id, name, color }) => (
        <span key={id} className={styles.class}>
          <ClassSwatch color={color} size={8} />
          {name}
        </span>
      ))}
    </span>
  )
}

function stateName(state: ImageState, isNull: boolean): string {
  return isNull ? t('Background') : STATE_NAMES[state]
}
