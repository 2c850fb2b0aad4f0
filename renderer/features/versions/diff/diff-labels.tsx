import { ArrowRight } from 'lucide-react'
import { isPlaced, type Shape } from '#common/annotation/shape'
import type { DiffRow, LabelChange, VersionDiff } from '#common/contract/version-diff'
import type { ClassFace } from '#renderer/ui/display/image-labels'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { Outlines } from '#renderer/ui/display/outlines'
import { t } from '#renderer/words/words'
import styles from './diff-labels.module.css'
import { changeWords } from './words.ts'

export type Faces = VersionDiff['faces']
export type ShownSides = 'both' | 'before' | 'after'

interface DiffLabelsProps {
  readonly row: Pick<DiffRow, 'before' | 'after' | 'labels'>
  readonly faces: Faces
  readonly sides?: ShownSides | undefined
  readonly fit?: 'cover' | 'contain' | undefined
  /** The one label to look at; the others step back. */
  readonly looked?: LabelChange | undefined
}

/** Labels over an image: dashed where they were, solid where they are; what did not change stands back. */
export function DiffLabels({ row, faces, sides = 'both', fit, looked }: DiffLabelsProps) {
  const { before, after, labels } = row
  const frame = after ?? before
  if (frame === null) return null
  const stood = labels.filter((change) => isBack(change, looked))
  const front = labels.filter((change) => !isBack(change, looked))
  const size = { width: frame.width, height: frame.height, fit }
  const former = before ?? frame
  const formerSize = { width: former.width, height: former.height, fit, faces: faces.before }
  return (
    <>
      <div className={styles.back}>
        <Side shapes={sides === 'before' ? formerOf(stood) : laterOf(stood)} faces={faces.after} {...size} />
      </div>
      {sides !== 'before' && <Side shapes={laterOf(front)} faces={faces.after} {...size} />}
      {sides !== 'after' && (
        <>
          <Side shapes={formerOf(front.filter((change) => !isCovered(change, sides)))} dash="cased" {...formerSize} />
          <Side shapes={formerOf(front.filter((change) => isCovered(change, sides)))} dash="bare" {...formerSize} />
        </>
      )}
      <WholeChanges labels={front} faces={faces} sides={sides} />
    </>
  )
}

function isBack(change: LabelChange, looked: LabelChange | undefined): boolean {
  return looked === undefined ? changeWords(change) === undefined : change !== looked
}

/** Where it is lies where it was: dashes of the one color on the other show both. */
function isCovered(change: LabelChange, sides: ShownSides): boolean {
  return sides === 'both' && change.kind === 'kept' && change.place === 'same'
}

interface SideProps {
  readonly shapes: readonly Shape[]
  readonly faces: readonly ClassFace[]
  readonly width: number
  readonly height: number
  readonly fit: 'cover' | 'contain' | undefined
  readonly dash?: 'cased' | 'bare'
}

function Side({ shapes, faces, width, height, fit, dash }: SideProps) {
  const placed = shapes.filter(isPlaced)
  if (placed.length === 0) return null
  const faceOf = (id: Shape['classId']) => faces.find((face) => face.id === id)
  return (
    <Outlines
      shapes={placed}
      {...{ width, height, fit, dash }}
      colorOf={(id) => faceOf(id)?.color ?? 1}
      edgesOf={(id) => faceOf(id)?.skeleton?.edges ?? []}
    />
  )
}

interface WholeChangesProps {
  readonly labels: readonly LabelChange[]
  readonly faces: Faces
  readonly sides: ShownSides
}

/** Classes and texts for the whole image, as what they were and what they are. */
function WholeChanges({ labels, faces, sides }: WholeChangesProps) {
  const whole = labels.filter((change) => !isPlaced(shapeOf(change)))
  if (whole.length === 0) return null
  return (
    <div className={styles.whole}>
      {whole.map((change) => (
        <span key={shapeOf(change).id} className={styles.chip}>
          {change.kind !== 'added' && sides !== 'after' && (
            <s>
              <WholeLabel shape={change.before} faces={faces.before} />
            </s>
          )}
          {change.kind === 'kept' && sides === 'both' && <ArrowRight aria-hidden />}
          {change.kind !== 'removed' && sides !== 'before' && <WholeLabel shape={change.after} faces={faces.after} />}
        </span>
      ))}
    </div>
  )
}

function WholeLabel({ shape, faces }: { readonly shape: Shape; readonly faces: readonly ClassFace[] }) {
  if (shape.kind === 'text') return <span className={styles.words}>{shape.answer}</span>
  return <ClassWords classId={shape.classId} faces={faces} />
}

interface ClassWordsProps {
  readonly classId: Shape['classId']
  readonly faces: readonly ClassFace[]
}

/** A class as its swatch and the name that it had then. */
export function ClassWords({ classId, faces }: ClassWordsProps) {
  const face = faces.find(({ id }) => id === classId)
  return (
    <span className={styles.class}>
      <ClassSwatch color={face?.color ?? 1} size={8} />
      <span className="truncate">{face?.name ?? t('A removed class')}</span>
    </span>
  )
}

/** The label as it is, or as it was where it is no more. */
export function shapeOf(change: LabelChange): Shape {
  return change.kind === 'removed' ? change.before : change.after
}

function formerOf(changes: readonly LabelChange[]): readonly Shape[] {
  return changes.flatMap((change) => (change.kind === 'added' ? [] : [change.before]))
}

function laterOf(changes: readonly LabelChange[]): readonly Shape[] {
  return changes.flatMap((change) => (change.kind === 'removed' ? [] : [change.after]))
}
