import { ArrowRight } from 'lucide-react'
import type { DiffRow } from '#common/contract/version-diff'
import { cx } from '#renderer/ui/cx'
import { Image } from '#renderer/ui/display/image'
import { SPLIT_NAMES, SplitDot } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'
import { DiffLabels, type Faces } from './diff-labels.tsx'
import styles from './tile.module.css'
import { rowWords } from './words.ts'

interface TileProps {
  readonly id: string
  readonly row: DiffRow
  readonly faces: Faces
  readonly place: { readonly index: number; readonly total: number }
  readonly isFocused: boolean
  readonly onOpen: () => void
}

/** An image that differs, with its labels as they were and as they are. */
export function Tile({ id, row, faces, place, isFocused, onOpen }: TileProps) {
  const { name, before, after } = row
  const words = rowWords(row)
  return (
    <div
      id={id}
      role="option"
      aria-selected={isFocused}
      aria-posinset={place.index + 1}
      aria-setsize={place.total}
      aria-label={`${name}, ${splitWords(row)}, ${words}`}
      className={cx(styles.tile, isFocused && styles.focused)}
      onClick={onOpen}
    >
      <div className={styles.image}>
        <Image url={(after ?? before)?.thumb ?? ''} className={cx(styles.pixels, after === null && styles.out)}>
          <DiffLabels row={row} faces={faces} />
          {before === null && <span className={styles.tag}>{t('In|a version')}</span>}
          {after === null && <span className={styles.tag}>{t('Out|of a version')}</span>}
        </Image>
      </div>
      <div className={styles.line}>
        <Splits row={row} />
        <span className={cx(styles.name, 'truncate')} title={name}>
          {name}
        </span>
      </div>
      <div className={cx(styles.words, 'truncate')} title={words}>
        {words}
      </div>
    </div>
  )
}

/** The split, or the one before and the one after. */
export function Splits({ row: { before, after } }: { readonly row: Pick<DiffRow, 'before' | 'after'> }) {
  const [one, other] = [before?.split, after?.split]
  const hasMoved = one !== undefined && other !== undefined && one !== other
  return (
    <span className={styles.splits}>
      {one !== undefined && (hasMoved || other === undefined) && <SplitDot split={one} />}
      {hasMoved && <ArrowRight className={styles.arrow} aria-label={t('to|a place')} />}
      {other !== undefined && <SplitDot split={other} />}
    </span>
  )
}

/** For the ear: "from Train to Valid". */
function splitWords({ before, after }: DiffRow): string {
  const [one, other] = [before?.split ?? after?.split, after?.split ?? before?.split]
  if (one === undefined || other === undefined) return ''
  return one === other
    ? SPLIT_NAMES[one]
    : t('from {{from}} to {{to}}', { from: SPLIT_NAMES[one], to: SPLIT_NAMES[other] })
}
