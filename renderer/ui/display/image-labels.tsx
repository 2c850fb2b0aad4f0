import { isPlaced, type Shape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { cx } from '../cx.ts'
import styles from './image-labels.module.css'
import { ClassSwatch } from './marks.tsx'
import { Outlines } from './outlines.tsx'

/** Name and color of a class, and its skeleton. */
export type ClassFace = Pick<LabelClass, 'id' | 'name' | 'color' | 'skeleton'>

export interface ImageLabelsProps {
  readonly shapes: readonly Shape[]
  /** Size of the coordinate space of the shapes. */
  readonly width: number
  readonly height: number
  readonly classOf: (classId: ClassId) => ClassFace | undefined
  readonly fit?: 'cover' | 'contain' | undefined
  /** The edge at which annotations of the whole image are shown. */
  readonly edge: 'top' | 'bottom'
}

/** All annotations of a thumbnail: outlines, the classes of the whole image, or its text. */
export function ImageLabels({ shapes, width, height, classOf, fit, edge }: ImageLabelsProps) {
  const placed = shapes.filter(isPlaced)
  const whole = shapes.filter(({ kind }) => kind === 'whole').flatMap(({ classId }) => classOf(classId) ?? [])
  const text = shapes.find((shape) => shape.kind === 'text')
  return (
    <>
      {placed.length > 0 && (
        <Outlines
          shapes={placed}
          width={width}
          height={height}
          colorOf={(classId) => classOf(classId)?.color ?? 1}
          edgesOf={(classId) => classOf(classId)?.skeleton?.edges ?? []}
          fit={fit}
        />
      )}
      {whole.length > 0 && <Classes given={whole} edge={edge} />}
      {text !== undefined && <p className={cx(styles.text, styles[edge])}>{text.answer}</p>}
    </>
  )
}

/** More classes than this would hide the image. */
const MOST_CLASSES = 3

interface ClassesProps extends Pick<ImageLabelsProps, 'edge'> {
  readonly given: readonly ClassFace[]
}

function Classes({ given, edge }: ClassesProps) {
  return (
    <span className={cx(styles.classes, styles[edge])}>
      {given.slice(0, MOST_CLASSES).map(({ id, name, color }) => (
        <span key={id} className={styles.class}>
          <ClassSwatch color={color} size={8} />
          <span className="truncate">{name}</span>
        </span>
      ))}
      {given.length > MOST_CLASSES && <span className={styles.class}>+{given.length - MOST_CLASSES}</span>}
    </span>
  )
}
