import { boxRing } from '#common/geometry/box'
import { at, type Rings } from '#common/geometry/polygon'
import { cx } from '#renderer/ui/cx'
import { classColor } from '#renderer/ui/display/class-color'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { type Found, scoreText } from './findings.ts'
import styles from './overlay.module.css'

const MOST_TAGS = 12

export interface OverlayProps {
  readonly found: readonly Found[]
  readonly width: number
  readonly height: number
  /** Key of what is looked at, in the list or on the image. */
  readonly active: string | undefined
  /** Called with the finding under the pointer; undefined while the image takes clicks of its own. */
  readonly onActive: ((key: string | undefined) => void) | undefined
  /** With more things than this, only the one that is looked at has its tag: tags hide a small image. */
  readonly mostTags?: number
}

/** Findings at their places: a dark casing below, the class color above, both in screen pixels. */
export function Overlay({ found, width, height, active, onActive, mostTags = MOST_TAGS }: OverlayProps) {
  const placed = found.filter(({ place }) => place !== undefined)
  // The one that is looked at is drawn last, over all others.
  const drawn = [...placed.filter(({ key }) => key !== active), ...placed.filter(({ key }) => key === active)]
  const tagged = placed.length <= mostTags ? placed : placed.filter(({ key }) => key === active)
  return (
    <>
      <svg className={cx(styles.shapes, onActive && styles.hears)} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {drawn.map((each) => (
          <FoundShape
            key={each.key}
            found={each}
            isActive={each.key === active}
            isDim={active !== undefined && each.key !== active}
            onActive={onActive}
          />
        ))}
      </svg>
      {tagged.map((each) => (
        <Tag key={each.key} found={each} width={width} height={height} isActive={each.key === active} />
      ))}
    </>
  )
}

interface FoundShapeProps extends Pick<OverlayProps, 'onActive'> {
  readonly found: Found
  readonly isActive: boolean
  readonly isDim: boolean
}

function FoundShape({ found: { key, color, place }, isActive, isDim, onActive }: FoundShapeProps) {
  if (place === undefined) return null
  const path = pathOf(place.rings ?? [boxRing(place.box)])
  const stroke = color === undefined ? 'var(--cv-machine)' : classColor(color)
  const dots = place.keypoints.map(({ x, y }) => `M${x} ${y}h0`).join('')
  return (
    <g
      className={cx(
        styles.shape,
        isActive && styles.active,
        isDim && styles.dim,
        color === undefined && styles.machine,
      )}
      {...(onActive && { onPointerEnter: () => onActive(key), onPointerLeave: () => onActive(undefined) })}
    >
      <path d={path} className={styles.casing} style={{ fill: stroke }} fillRule="evenodd" />
      <path d={path} className={styles.core} style={{ stroke }} />
      {dots !== '' && <path d={dots} className={styles.dotCasing} />}
      {dots !== '' && <path d={dots} className={styles.dot} style={{ stroke }} />}
    </g>
  )
}

interface TagProps extends Pick<OverlayProps, 'width' | 'height'> {
  readonly found: Found
  readonly isActive: boolean
}

function Tag({ found: { label, color, confidence, place }, width, height, isActive }: TagProps) {
  if (place === undefined) return null
  const { x, y } = topLeft(place.rings ?? [boxRing(place.box)])
  const isHigh = y < height * 0.05
  return (
    <span
      className={cx(styles.tag, isHigh && styles.below, isActive && styles.front)}
      style={{ left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` }}
      aria-hidden
    >
      {color !== undefined && <ClassSwatch color={color} size={8} />}
      <span className="truncate">{label}</span>
      {confidence !== undefined && <span className={styles.score}>{scoreText(confidence)}</span>}
    </span>
  )
}

function topLeft(rings: Rings): { readonly x: number; readonly y: number } {
  let [x, y] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      x = Math.min(x, at(ring, i))
      y = Math.min(y, at(ring, i + 1))
    }
  }
  return Number.isFinite(x) ? { x: Math.max(0, x), y: Math.max(0, y) } : { x: 0, y: 0 }
}

function pathOf(rings: Rings): string {
  return rings
    .map((ring) => {
      const points: string[] = []
      for (let i = 0; i + 1 < ring.length; i += 2) points.push(`${at(ring, i)} ${at(ring, i + 1)}`)
      return `M${points.join('L')}Z`
    })
    .join('')
}
