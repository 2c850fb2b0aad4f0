import { isPlaced, type Shape, shapeRings } from '#common/annotation/shape'
import { classColor } from './class-color.ts'
import styles from './outlines.module.css'

export interface OutlinesProps {
  readonly shapes: readonly Shape[]
  /** Size of the space in which the shapes lie. */
  readonly width: number
  readonly height: number
  /** Place of a shape's class in the colour list. */
  readonly colorOf: (classId: Shape['classId']) => number
  readonly fit?: 'cover' | 'contain' | undefined
}

/** Shapes over a small picture: a dark casing below, the class colour above, both in screen pixels. */
export function Outlines({ shapes, width, height, colorOf, fit = 'cover' }: OutlinesProps) {
  return (
    <svg
      className={styles.outlines}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fit === 'cover' ? 'xMidYMid slice' : 'xMidYMid meet'}
      aria-hidden
    >
      {shapes.map((shape) => {
        const path = shapePath(shape)
        const color = classColor(colorOf(shape.classId))
        return (
          <g key={shape.id}>
            <path d={path} fill={color} fillRule="evenodd" className={styles.casing} />
            <path d={path} stroke={color} className={styles.core} />
          </g>
        )
      })}
    </svg>
  )
}

/** The SVG path of a shape, in the shape's own coordinates; empty for what lies nowhere. */
export function shapePath(shape: Shape): string {
  return isPlaced(shape) ? shapeRings(shape).map(ringPath).join('') : ''
}

function ringPath(ring: readonly number[]): string {
  const points: string[] = []
  for (let i = 0; i + 1 < ring.length; i += 2) points.push(`${ring[i]} ${ring[i + 1]}`)
  return `M${points.join('L')}Z`
}
