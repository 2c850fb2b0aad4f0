import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Box } from '#common/geometry/box'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import type { PromptPoint } from '../settings.ts'
import styles from './stage.module.css'

interface Place {
  readonly x: number
  readonly y: number
}

export interface PromptsProps {
  readonly width: number
  readonly height: number
  readonly points: readonly PromptPoint[]
  readonly box: Box | undefined
  readonly onPoint: (point: PromptPoint) => void
  readonly onBox: (box: Box) => void
  readonly onUndo: () => void
}

/** A press that moved less than this many screen pixels is a click. */
const CLICK_REACH = 5
/** Steps of the arrow keys along the longer side; with Shift ten of them at once. */
const STEPS = 200

/** Clicks and boxes on the image; the arrow keys and Enter do the same. */
export function Prompts({ width, height, points, box, onPoint, onBox, onUndo }: PromptsProps) {
  const [drag, setDrag] = useState<{ readonly from: Place; readonly to: Place; readonly isBox: boolean }>()
  const [cursor, setCursor] = useState<Place>()
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent): Place => {
    const area = currentTarget.getBoundingClientRect()
    return clamp({
      x: ((clientX - area.left) / area.width) * width,
      y: ((clientY - area.top) / area.height) * height,
    })
  }
  const clamp = ({ x, y }: Place) => ({ x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) })
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = placeOf(event)
    setDrag({ from, to: from, isBox: false })
    setCursor(undefined)
  }
  const move = (event: PointerEvent) => {
    if (drag === undefined) return
    const to = placeOf(event)
    const reach = (CLICK_REACH * width) / event.currentTarget.getBoundingClientRect().width
    setDrag({ ...drag, to, isBox: drag.isBox || Math.hypot(to.x - drag.from.x, to.y - drag.from.y) > reach })
  }
  const up = (event: PointerEvent) => {
    if (drag === undefined) return
    setDrag(undefined)
    if (drag.isBox) onBox(boxOf(drag.from, drag.to))
    else onPoint({ ...whole(drag.from), positive: !event.altKey })
  }
  const press = (event: KeyboardEvent) => {
    const step = (Math.max(width, height) / STEPS) * (event.shiftKey ? 10 : 1)
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    const now = cursor ?? { x: width / 2, y: height / 2 }
    if (by !== undefined) setCursor(clamp({ x: now.x + (by[0] ?? 0), y: now.y + (by[1] ?? 0) }))
    else if (event.key === 'Enter') onPoint({ ...whole(now), positive: !event.altKey })
    else if (event.key === 'Backspace') onUndo()
    else return
    event.preventDefault()
  }
  const shown = drag?.isBox === true ? boxOf(drag.from, drag.to) : box
  return (
    <div
      className={styles.prompts}
      role="application"
      tabIndex={0}
      aria-label={`${shownWords(points.length, box !== undefined)} ${KEYS_WORDS}`}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => setDrag(undefined)}
      onKeyDown={press}
      onBlur={() => setCursor(undefined)}
    >
      {shown !== undefined && <i className={styles.box} style={rectOf(shown, { width, height })} />}
      {points.map(({ x, y, positive }, index) => (
        <i
          key={index}
          className={cx(styles.prompt, !positive && styles.exclude)}
          style={{ left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` }}
        >
          {positive ? '+' : '−'}
        </i>
      ))}
      {cursor !== undefined && (
        <i
          className={styles.cursor}
          style={{ left: `${(100 * cursor.x) / width}%`, top: `${(100 * cursor.y) / height}%` }}
        />
      )}
    </div>
  )
}

function whole({ x, y }: Place): Place {
  return { x: Math.round(x), y: Math.round(y) }
}

function boxOf(a: Place, b: Place): Box {
  const [one, other] = [whole(a), whole(b)]
  return {
    x0: Math.min(one.x, other.x),
    y0: Math.min(one.y, other.y),
    x1: Math.max(one.x, other.x),
    y1: Math.max(one.y, other.y),
  }
}

function rectOf({ x0, y0, x1, y1 }: Box, { width, height }: { readonly width: number; readonly height: number }) {
  return {
    left: `${(100 * x0) / width}%`,
    top: `${(100 * y0) / height}%`,
    width: `${(100 * (x1 - x0)) / width}%`,
    height: `${(100 * (y1 - y0)) / height}%`,
  }
}

const KEYS_WORDS = t(
  'Arrow keys move the crosshair, Enter includes a point, Alt Enter excludes one, Backspace removes the last one',
)

function shownWords(count: number, hasBox: boolean): string {
  const points = t('{{count}} points', { count })
  return hasBox ? t('The image, {{points}} and a box.', { points }) : t('The image, {{points}}.', { points })
}
