import { isPlaced, type Shape, shapeRings } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { cx } from '../cx.ts'
import { classColor } from './class-color.ts'
import styles from './outlines.module.css'

/** Pairs of places among the points of an object. */
type Edges = readonly (readonly [from: number, to: number])[]

export interface OutlinesProps {
  readonly shapes: readonly Shape[]
  /** Size of the space in which the shapes lie. */
  readonly width: number
  readonly height: number
  /** Place of a shape's class in the colour list. */
  readonly colorOf: (classId: Shape['classId']) => number
  /** Lines between the points of a class's objects: pairs of their places. */
  readonly edgesOf?: ((classId: Shape['classId']) => Edges) | undefined
  readonly fit?: 'cover' | 'contain' | undefined
  /** Where shapes were, without a ground: `cased` as every outline, `bare` over an outline in the same place. */
  readonly dash?: 'cased' | 'bare' | undefined
}

/** Shapes over a small image: a dark casing below, the class colour above, both in screen pixels. */
export function Outlines({ shapes, width, height, colorOf, edgesOf, fit = 'cover', dash }: OutlinesProps) {
  return (
    <svg
      className={cx(styles.outlines, dash && styles.dashed, dash === 'bare' && styles.bare)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fit === 'cover' ? 'xMidYMid slice' : 'xMidYMid meet'}
      aria-hidden
    >
      {shapes.map((shape) => {
        const path = shapePath(shape)
        const color = classColor(colorOf(shape.classId))
        return (
          <g key={shape.id}>
            <path
              d={path}
              fill={shape.kind === 'polyline' ? 'none' : color}
              fillRule="evenodd"
              className={shape.kind === 'keypoints' ? styles.ground : styles.casing}
            />
            <path d={path} stroke={color} className={shape.kind === 'keypoints' ? styles.frame : styles.core} />
            {shape.kind === 'point' && <Points points={[{ ...shape.at, visibility: 2 }]} edges={[]} color={color} />}
            {shape.kind === 'keypoints' && (
              <Points points={shape.points} edges={edgesOf?.(shape.classId) ?? []} color={color} />
            )}
          </g>
        )
      })}
    </svg>
  )
}

interface PointsProps {
  readonly points: readonly Keypoint[]
  readonly edges: Edges
  readonly color: string
}

/** A line of no length with round ends is a dot that keeps its size on screen. */
function Points({ points, edges, color }: PointsProps) {
  const lines = edges.flatMap(([from, to]) => {
    const [a, b] = [points[from], points[to]]
    const isDrawn = a !== undefined && b !== undefined && a.visibility > 0 && b.visibility > 0
    return isDrawn ? [`M${a.x} ${a.y}L${b.x} ${b.y}`] : []
  })
  const dots = points.flatMap(({ x, y, visibility }) => (visibility > 0 ? [`M${x} ${y}h0`] : []))
  return (
    <>
      <path d={lines.join('')} stroke={color} className={styles.core} />
      <path d={dots.join('')} className={styles.dotCasing} />
      <path d={dots.join('')} stroke={color} className={styles.dot} />
    </>
  )
}

/** The SVG path of a shape, in the shape's own coordinates; empty for what lies nowhere. */
export function shapePath(shape: Shape): string {
  if (shape.kind === 'polyline') return linePath(shape.points)
  return isPlaced(shape) ? shapeRings(shape).map(ringPath).join('') : ''
}

function ringPath(ring: readonly number[]): string {
  return `${linePath(ring)}Z`
}

function linePath(ring: readonly number[]): string {
  const points: string[] = []
  for (let i = 0; i + 1 < ring.length; i += 2) points.push(`${ring[i]} ${ring[i + 1]}`)
  return `M${points.join('L')}`
}
