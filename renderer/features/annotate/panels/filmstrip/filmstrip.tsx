import { type KeyboardEvent, useEffect, useRef } from 'react'
import { imageUrl } from '#common/contract/urls'
import type { ImageId } from '#common/ids'
import { cx } from '#renderer/ui/cx'
import { DamagedMark } from '#renderer/ui/display/damaged-mark'
import { Image } from '#renderer/ui/display/image'
import { useRows } from '#renderer/ui/display/use-rows'
import { ReviewMark } from '#renderer/ui/review/review-mark'
import { REVIEW_NAMES } from '#renderer/ui/review/words'
import { midSentence } from '#renderer/words/mid-sentence'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { goBy } from '../../commands/queue/queue.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { goTo } from '../../effects/queue/open-image.ts'
import { usePlace } from '../../effects/queue/use-queue.ts'
import styles from './filmstrip.module.css'
import { useDamaged } from './use-damaged.ts'

/** 96 px and a gap of 6. */
const STEP = 102
const EDGE = 10

/** The queue as images; only those in sight exist. */
export function Filmstrip() {
  const editor = useEditor()
  const box = useRef<HTMLDivElement>(null)
  const ids = useEditorState(({ queue }) => queue.ids)
  const { place } = usePlace()
  const items = useRows({
    horizontal: true,
    count: ids.length,
    getScrollElement: () => box.current,
    estimateSize: () => STEP,
    paddingStart: EDGE,
    paddingEnd: EDGE,
    overscan: 6,
  })
  const inSight = items.getVirtualItems()
  const damaged = useDamaged(ids, inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? -1)
  useEffect(() => {
    if (place >= 0) items.scrollToIndex(place, { align: 'center' })
  }, [items, place])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    goBy(editor, event.key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <div
      ref={box}
      className={styles.strip}
      role="listbox"
      aria-label={t('Images of the queue')}
      aria-orientation="horizontal"
      aria-activedescendant={place >= 0 ? itemId(place) : undefined}
      tabIndex={0}
      data-panel="filmstrip"
      onKeyDown={onKeyDown}
      onWheel={(event) => box.current?.scrollBy({ left: event.deltaY })}
    >
      <div className={styles.inner} style={{ width: items.getTotalSize() }}>
        {inSight.flatMap(({ index, start }) => {
          const id = ids[index]
          if (id === undefined) return []
          const isDamaged = damaged.has(id)
          return [<Item key={id} id={id} place={index} left={start} total={ids.length} isDamaged={isDamaged} />]
        })}
      </div>
    </div>
  )
}

interface ItemProps {
  readonly id: ImageId
  readonly place: number
  readonly left: number
  readonly total: number
  /** Its stored file is damaged or missing. */
  readonly isDamaged: boolean
}

interface ItemState {
  readonly review: 'approved' | 'rejected' | undefined
  readonly isDone: boolean
  readonly isDamaged: boolean
  /** A click of the smart tool is answered at once. */
  readonly isReady: boolean
}

function stateWords({ review, isDone, isReady, isDamaged }: ItemState): readonly string[] {
  const said = review ? [midSentence(REVIEW_NAMES[review])] : isDone ? [t('done')] : []
  return [
    ...(isDamaged ? [midSentence(t('Damaged file'))] : []),
    ...said,
    ...(isReady ? [t('ready for smart select')] : []),
  ]
}

function Item({ id, place, left, total, isDamaged }: ItemProps) {
  const editor = useEditor()
  const isCurrent = useEditorState(({ image }) => image === id)
  const isDone = useEditorState(
    ({ states, queue }) => (states.get(id) ?? (queue.unfinished.has(id) ? 'todo' : 'done')) === 'done',
  )
  const said = useEditorState(({ reviews }) => reviews.get(id))
  const review = said === 'approved' || said === 'rejected' ? said : undefined
  const isReady = useEditorState(({ machine }) => machine.ready.has(id))
  const open = () => {
    goTo(editor, id)
    focusCanvas()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the strip hears the keys for all of its images
    <div
      id={itemId(place)}
      role="option"
      aria-selected={isCurrent}
      aria-label={[
        t('Image {{number}} of {{total}}', { number: place + 1, total }),
        ...stateWords({ review, isDone, isReady, isDamaged }),
      ].join(', ')}
      className={cx(styles.item, isDone && styles.done, isCurrent && styles.current)}
      style={{ left }}
      onClick={open}
    >
      <Image url={imageUrl(id, 'thumb')} className={styles.image} />
      {isDamaged && <DamagedMark className={styles.damaged} />}
      {isReady && <span className={styles.ready} title={t('Ready for smart select')} />}
      {(isDone || review) && (
        <span className={styles.tick}>
          <ReviewMark review={review ?? 'waiting'} />
        </span>
      )}
    </div>
  )
}

function itemId(place: number): string {
  return `strip-${place}`
}
