import { isPlaced, type Shape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { ClassSwatch } from './marks.tsx'
import { Outlines } from './outlines.tsx'
import styles from './picture-labels.module.css'

/** What a class is called, how it is coloured and which points its objects have. */
export type ClassFace = Pick<LabelClass, 'id' | 'name' | 'color' | 'skeleton'>

export interface PictureLabelsProps {
  readonly shapes: readonly Shape[]
  /** Size of the space in which the shapes lie. */
  readonly width: number
  readonly height: number
  readonly classOf: (classId: ClassId) => ClassFace | undefined
  readonly fit?: 'cover' | 'contain' | undefined
}

/** All labels of a small picture: outlines where they lie, the classes of the whole picture, or what is said of it. */
export function PictureLabels({ shapes, width, height, classOf, fit }: PictureLabelsProps) {
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
      {whole.length > 0 && <Classes given={whole} />}
      {text !== undefined && <p className={styles.text}>{text.answer}</p>}
    </>
  )
}

/** More classes than this would hide the picture. */
const MOST_CLASSES = 3

function Classes({ given }: { readonly given: readonly ClassFace[] }) {
  return (
    <span className={styles.classes}>
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
