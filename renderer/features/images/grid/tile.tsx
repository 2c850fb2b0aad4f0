import { useQuery } from '@tanstack/react-query'
import { MessageSquare, Sparkles } from 'lucide-react'
import { type MouseEvent, memo, useState } from 'react'
import type { ImageCard } from '#common/contract/images'
import { imageUrl } from '#common/contract/urls'
import type { ClassId, ProjectSlug } from '#common/ids'
import { type Labelling, labelCount } from '#renderer/data/project-type'
import { CheckMark } from '#renderer/ui/controls/checkbox'
import { cx } from '#renderer/ui/cx'
import { DamagedMark } from '#renderer/ui/display/damaged-mark'
import { Image } from '#renderer/ui/display/image'
import { type ClassFace, ImageLabels } from '#renderer/ui/display/image-labels'
import { SplitDot } from '#renderer/ui/display/marks'
import { ReviewMark } from '#renderer/ui/review/review-mark'
import { REVIEW_NAMES } from '#renderer/ui/review/words'
import { count } from '#renderer/words/format'
import { midSentence } from '#renderer/words/mid-sentence'
import { t } from '#renderer/words/words'
import { outlinesOf } from '../entrance/outlines-query.ts'
import styles from './tile.module.css'

export type TilePress = 'open' | 'toggle' | 'range'

export interface TileProps {
  readonly project: ProjectSlug
  readonly card: ImageCard
  readonly id: string
  /** Which one of how many it is. */
  readonly index: number
  readonly total: number
  readonly isPicked: boolean
  readonly isFocused: boolean
  /** Its stored file is damaged or missing. */
  readonly isDamaged?: boolean
  readonly showsLabels: boolean
  readonly labelling: Labelling
  readonly classOf: (classId: ClassId) => ClassFace | undefined
  /** A word at the end of the caption, before the number of labels. */
  readonly mark?: string | undefined
  readonly onPress: (index: number, press: TilePress) => void
}

/** Drawn again only when something of its own changes: with every row that is scrolled past the grid is. */
export const Tile = memo(function Tile(props: TileProps) {
  const { card, id, index, total, isPicked, isFocused, isDamaged = false, labelling, mark, onPress } = props
  const [isHovered, setHovered] = useState(false)
  const press = (event: MouseEvent) => {
    if (event.shiftKey) onPress(index, 'range')
    else onPress(index, event.ctrlKey || event.metaKey ? 'toggle' : 'open')
  }
  const check = (event: MouseEvent) => {
    event.stopPropagation()
    onPress(index, event.shiftKey ? 'range' : 'toggle')
  }
  return (
    <div
      id={id}
      role="option"
      aria-selected={isPicked}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-label={nameOf(card, labelling, isDamaged)}
      className={cx(styles.tile, isPicked && styles.picked, isFocused && styles.focused)}
      onClick={press}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
    >
      <div className={styles.image}>
        <Image url={imageUrl(card.id, 'thumb')} color={card.color} className={styles.pixels}>
          {(isHovered || showsAlways(props)) && <TileLabels {...props} />}
        </Image>
        {isDamaged && <DamagedMark className={styles.damaged} />}
        <span className={styles.check} onClick={check} title={t('Select')}>
          <CheckMark isOn={isPicked} />
        </span>
      </div>
      <Caption card={card} mark={mark} />
    </div>
  )
})

/** The name, and what stands behind it. */
function Caption({ card, mark }: Pick<TileProps, 'card' | 'mark'>) {
  const review = verdictOf(card)
  return (
    <div className={styles.line}>
      <SplitDot split={card.split} />
      <span className={cx(styles.name, 'truncate')} title={card.name}>
        {card.name}
      </span>
      {mark !== undefined && <span className={styles.mark}>{mark}</span>}
      {review && <ReviewMark review={review} />}
      {card.openComments > 0 && (
        <span className={styles.comments} title={t('{{count}} open comments', { count: card.openComments })}>
          <MessageSquare aria-hidden />
          {count(card.openComments)}
        </span>
      )}
      {card.proposals > 0 && (
        <span className={styles.proposals} title={t('{{count}} suggestions', { count: card.proposals })}>
          <Sparkles aria-hidden />
          {count(card.proposals)}
        </span>
      )}
      <span className={styles.count}>{card.isNull ? t('Background') : count(card.shapes)}</span>
    </div>
  )
}

/** Outlines appear on hover and selection only, what is said of the whole image always. */
function showsAlways({ showsLabels, labelling, isPicked, isFocused }: TileProps): boolean {
  return showsLabels || labelling !== 'places' || isPicked || isFocused
}

/** The reviewer's verdict; images in review are many and have no mark. */
function verdictOf({ review }: ImageCard) {
  return review === 'approved' || review === 'rejected' ? review : undefined
}

/** For the ear: "quay.jpg, 3 shapes, 7 suggestions, rejected". */
function nameOf(card: ImageCard, labelling: Labelling, isDamaged: boolean): string {
  const { name, shapes, proposals, openComments } = card
  const review = verdictOf(card)
  const parts = [
    name,
    ...(isDamaged ? [midSentence(t('Damaged file'))] : []),
    labelCount(shapes, labelling),
    ...(proposals > 0 ? [t('{{count}} suggestions', { count: proposals })] : []),
    ...(review ? [midSentence(REVIEW_NAMES[review])] : []),
    ...(openComments > 0 ? [t('{{count}} open comments', { count: openComments })] : []),
  ]
  return parts.join(', ')
}

function TileLabels({ project, card, classOf }: TileProps) {
  return card.shapes === 0 ? null : <Labels {...{ project, card, classOf }} />
}

function Labels({ project, card, classOf }: Pick<TileProps, 'project' | 'card' | 'classOf'>) {
  const shapes = useQuery(outlinesOf(project, card.id)).data ?? []
  return <ImageLabels shapes={shapes} width={card.width} height={card.height} classOf={classOf} edge="bottom" />
}
