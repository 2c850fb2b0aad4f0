import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Comment, CommentPlace } from '#common/annotation/comment'
import { imagePoint, type Size, toView, type ViewPoint, viewPoint } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import { uiFactor } from '#renderer/ui/app/ui-scale'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import { toggleThread } from '../../commands/comments/comments.ts'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import type { Editor } from '../../editor/editor.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { placeBox } from '../../parts/place-box.ts'
import styles from './comments.module.css'
import { Thread } from './thread.tsx'
import { useCommentActs, useComments } from './use-comments.ts'
import { WriteBox } from './write-box.tsx'

/** Open comments as pins over the image, at the same size at every zoom; the one that is read is open beside its pin. */
export function CommentPins() {
  const image = useEditorState((state) => state.image)
  const isHidden = useEditorState(({ isPeeking, past, canComment }) => isPeeking || past !== undefined || !canComment)
  return image === undefined || isHidden ? null : <Pins key={image} image={image} />
}

function Pins({ image }: { readonly image: ImageId }) {
  const editor = useEditor()
  const comments = useComments()
  const asking = useEditorState((all) => all.asking)
  const acts = useCommentActs(image)
  const layer = useRef<HTMLDivElement>(null)
  const opened = asking?.kind === 'thread' ? asking.comment : undefined
  const shown = comments.filter(({ id, resolved }) => resolved === null || id === opened)
  useLayoutEffect(() => follow(layer.current, editor))
  useEffect(() => editor.store.subscribe(() => follow(layer.current, editor)), [editor])
  const close = () => {
    editor.set({ asking: undefined })
    focusCanvas()
  }
  const send = async (text: string, place: CommentPlace) => {
    const isSent = await acts.add(text, place)
    if (isSent) close()
    return isSent
  }
  return (
    <div ref={layer} className={styles.layer}>
      {shown.map((comment, place) => (
        <div key={comment.id} className={styles.pin} {...placeData(comment.place, place)}>
          <Pin comment={comment} isOpen={comment.id === opened} number={comments.indexOf(comment) + 1} />
          {comment.id === opened && (
            <div className={styles.card} role="dialog" aria-label={t('Comment')}>
              <Thread comment={comment} acts={acts} onClose={close} />
            </div>
          )}
        </div>
      ))}
      {asking?.kind === 'comment' && (
        <div className={styles.pin} {...placeData(asking.place, shown.length)}>
          <span className={cx(styles.dot, styles.new)} />
          <div className={styles.card} role="dialog" aria-label={t('New comment')}>
            <p className={styles.about}>{asking.place ? t('At this place') : t('On the whole image')}</p>
            <WriteBox
              label={t('Write a comment')}
              act={t('Comment|act')}
              onSend={(text) => send(text, asking.place)}
              onClose={close}
            />
          </div>
        </div>
      )}
    </div>
  )
}

interface PinProps {
  readonly comment: Comment
  readonly isOpen: boolean
  /** Counted from the oldest comment of the image. */
  readonly number: number
}

function Pin({ comment, isOpen, number }: PinProps) {
  const editor = useEditor()
  return (
    <button
      type="button"
      className={cx(styles.dot, comment.resolved && styles.resolved)}
      aria-expanded={isOpen}
      aria-label={pinLabel(comment, number)}
      title={comment.text}
      onClick={() => toggleThread(editor, comment.id)}
    >
      {number}
    </button>
  )
}

/** "Comment 2 by Bo: Is this a mast? 1 reply". */
function pinLabel(comment: Comment, number: number): string {
  const { text, replies } = comment
  const answers = replies.length === 0 ? '' : `. ${t('{{count}} replies', { count: replies.length })}`
  return `${pinName(comment, number)}: ${text}${answers}`
}

function pinName({ by: name, place }: Comment, number: number): string {
  if (name === '')
    return place ? t('Comment {{number}}', { number }) : t('Comment {{number}}, on the whole image', { number })
  return place
    ? t('Comment {{number}} by {{name}}', { number, name })
    : t('Comment {{number}} by {{name}}, on the whole image', { number, name })
}

function placeData(place: CommentPlace, order: number) {
  return place ? { 'data-x': place.x, 'data-y': place.y } : { 'data-order': order }
}

/** Moves the pins with the image, without drawing them again: the stage shows the same view in the same frame. */
function follow(layer: HTMLElement | null, { state: { viewport, view } }: Editor): void {
  for (const pin of layer?.querySelectorAll<HTMLElement>(`.${styles.pin}`) ?? []) {
    const at = pinPlace(pin, viewport, view.height)
    pin.style.transform = `translate(${at.x}px, ${at.y}px)`
    const card = pin.querySelector<HTMLElement>(`.${styles.card}`)
    if (card) placeCard(card, at, view)
  }
}

/** From the pin to its card, in pixels of the design. */
const ASIDE = { x: 18, y: -22 }

/** To the right of its pin or to the left, where there is room, and always on the canvas. */
function placeCard(card: HTMLElement, at: ViewPoint, view: Size): void {
  const size = { width: card.offsetWidth / uiFactor(), height: card.offsetHeight / uiFactor() }
  const [aside, above] = [ASIDE.x * uiFactor(), ASIDE.y * uiFactor()]
  const hasRoom = at.x + aside + card.offsetWidth <= view.width
  const x = hasRoom ? at.x + aside : at.x - aside - card.offsetWidth
  const { left, top } = placeBox(view, viewPoint(x, at.y + above), size)
  card.style.left = `${left - at.x}px`
  card.style.top = `${top - at.y}px`
}

/** Position of a pin; pins without a point stack up in the lower left corner. */
function pinPlace({ dataset }: HTMLElement, viewport: Parameters<typeof toView>[1], height: number): ViewPoint {
  const { x, y, order } = dataset
  if (x === undefined || y === undefined) return viewPoint(26, height - 26 - 30 * Number(order ?? 0))
  return toView(imagePoint(Number(x), Number(y)), viewport)
}
