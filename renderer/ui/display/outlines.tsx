import { isPlaced, type Shape, shapeRings } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { cx } from '../cx.ts'
import { classColor } from './class-color.ts'
import styles from './outlines.module.css'

/** Pairs of point indices. */
type Edges = readonly (readonly [from: number, to: number])[]

export interface OutlinesProps {
  readonly shapes: readonly Shape[]
  /** Size of the coordinate space of the shapes. */
  readonly width: number
  readonly height: number
  /** Returns the position of a class in the color list. */
  readonly colorOf: (classId: Shape['classId']) => number
  /** Returns the edges of a class's skeleton. */
  readonly edgesOf?: ((classId: Shape['classId']) => Edges) | undefined
  readonly fit?: 'cover' | 'contain' | undefined
  /**
   * Dashed outlines for former shapes, without a fill: `cased` like every outline, `bare` on top of another outline.
   */
  readonly dash?: 'cased' | 'bare' | undefined
}

/** Shapes over a thumbnail: a dark casing below the class color, both with widths in screen pixels. */
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

/** A line of zero length with round ends is a dot that keeps its size on screen. */
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

/** Returns the SVG path of a shape in its own coordinates; empty for a shape without a position. */
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
