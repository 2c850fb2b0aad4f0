import { useMemo } from 'react'
import { type PlacedShape, type ShapeOrigin, shapeArea, shapeBounds } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import { lineLength } from '#common/geometry/line'
import { pointCount } from '#renderer/canvas/scene'
import { angleText } from '#renderer/tools/turn'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { useDocument, useEditorState } from '../../editor/hooks/session.tsx'
import { useSelectedShapes } from '../../editor/hooks/use-selected.ts'
import { namedShapes, shapeName } from '../../model/shape-names.ts'
import { AttributeFields } from '../../parts/attributes/attribute-fields.tsx'
import { ClassSelect, useGiveClass } from '../../parts/class-select.tsx'
import styles from '../../parts/inspector.module.css'
import { entryOf } from '../../tools/registry.ts'
import { CrowdField } from './crowd-field.tsx'
import { PointsList } from './points-list.tsx'

const NO_CLASSES: readonly LabelClass[] = []

/** The thing in hand: what is selected, else what the armed tool says of itself. */
export function ObjectsHead() {
  const { Head } = entryOf(useEditorState(({ armed }) => armed.tool))
  const [only, ...others] = useSelectedShapes()
  if (only && others.length === 0) return <ShapeHead shape={only} />
  if (only) return <ManyHead shapes={[only, ...others]} />
  return Head ? <Head /> : null
}

function ManyHead({ shapes }: { readonly shapes: readonly PlacedShape[] }) {
  const give = useGiveClass()
  const [first] = shapes
  const isOfOne = shapes.every(({ classId }) => classId === first?.classId)
  return (
    <section className={styles.head} aria-label={t('Selected shapes')}>
      <div className={styles.subject}>
        <h2 className={styles.title}>{t('{{count}} shapes', { count: shapes.length })}</h2>
      </div>
      <dl className={styles.facts}>
        <dt>{t('Class')}</dt>
        <dd>
          <ClassSelect value={isOfOne ? first?.classId : undefined} onChange={give} />
        </dd>
        <CrowdField shapes={shapes} />
        <AttributeFields />
      </dl>
    </section>
  )
}

const ORIGINS: Readonly<Record<ShapeOrigin, string>> = {
  hand: t('Hand'),
  smart: t('Smart select, accepted'),
  import: t('An imported file'),
}

function formWords(shape: PlacedShape): string {
  switch (shape.kind) {
    case 'box':
      return t('box')
    case 'polygon':
      return `${t('polygon')}, ${t('{{count}} points', { count: pointCount(shape.rings) })}`
    case 'rotated-box':
      return `${t('rotated box')}, ${angleText(shape.box.angle)}`
    case 'polyline':
      return `${t('line')}, ${t('{{count}} points', { count: shape.points.length / 2 })}`
    case 'point':
      return t('point')
    case 'mask':
      return t('mask')
    case 'keypoints':
      return t('{{count}} keypoints', { count: shape.points.filter(({ visibility }) => visibility > 0).length })
  }
}

/** How large it is, in the measure that its kind has. */
function Extent({ shape }: { readonly shape: PlacedShape }) {
  if (shape.kind === 'point') return null
  const [name, value] =
    shape.kind === 'polyline'
      ? [t('Length'), `${count(lineLength(shape.points))} px`]
      : [t('Area'), `${count(shapeArea(shape))} px²`]
  return (
    <>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </>
  )
}

function ShapeHead({ shape }: { readonly shape: PlacedShape }) {
  const give = useGiveClass()
  const classes = useEditorState((all) => all.classes) ?? NO_CLASSES
  const shapes = useDocument((document) => document?.shapes)
  const named = useMemo(
    () => namedShapes(shapes ?? [], classes).find((each) => each.shape.id === shape.id),
    [shapes, classes, shape.id],
  )
  const { x0, y0 } = shapeBounds(shape)
  return (
    <section className={styles.head} aria-label={t('Selected shape')}>
      <div className={styles.subject}>
        <h2 className={`${styles.title} truncate`}>{named ? shapeName(named) : t('Shape')}</h2>
        <span className={`${styles.right} num`}>{formWords(shape)}</span>
      </div>
      <dl className={styles.facts}>
        <dt>{t('Class')}</dt>
        <dd>
          <ClassSelect value={shape.classId} onChange={give} />
        </dd>
        <dt>{t('Position')}</dt>
        <dd className="num">
          {Math.round(x0)}, {Math.round(y0)}
        </dd>
        <Extent shape={shape} />
        <dt>{t('Made by')}</dt>
        <dd>{ORIGINS[shape.origin]}</dd>
        <CrowdField shapes={[shape]} />
        <AttributeFields />
      </dl>
      {shape.kind === 'keypoints' && <PointsList shape={shape} label={named?.label} />}
    </section>
  )
}
