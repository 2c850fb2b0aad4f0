import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { type PlacedShape, type ShapeOrigin, shapeArea, shapeBounds } from '#common/annotation/shape'
import { lineLength } from '#common/geometry/line'
import { signedRingArea } from '#common/geometry/polygon'
import { pointCount } from '#renderer/canvas/scene'
import { Segmented } from '#renderer/kit/controls/segmented'
import { Chip } from '#renderer/kit/display/chip'
import { count, plural } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import type { SmartState } from '#renderer/tools/smart'
import { angleText } from '#renderer/tools/turn'
import { smartState } from '../bars/smart-items.tsx'
import { armedClass, keepAsOf } from '../workbench/bench.ts'
import { useBench, useDocument, useWorkbench } from '../workbench/session.tsx'
import { giveClass } from '../workbench/shape-acts.ts'
import { namedShapes, shapeName } from '../workbench/shape-names.ts'
import { useSelectedShapes } from '../workbench/use-selected.ts'
import { ClassSelect } from './class-select.tsx'
import styles from './inspector.module.css'
import { PointsList } from './points-list.tsx'

/** The thing in hand: the cut while the smart tool is armed, else the one selected shape. */
export function ObjectsHead() {
  const isSmart = useBench(({ armed }) => armed.tool === 'smart')
  const [only, ...others] = useSelectedShapes()
  if (only && others.length === 0) return <ShapeHead shape={only} />
  return isSmart ? <SmartHead /> : null
}

function SmartHead() {
  const bench = useWorkbench()
  const engine = useQuery(queries.session()).data?.segmenter
  const state = useBench(smartState)
  const keepAs = useBench(keepAsOf)
  const type = useBench(({ projectType }) => projectType)
  const keeping = useBench(({ options }) => options.keepAs)
  const classId = useBench(armedClass)?.id
  return (
    <section className={styles.head} aria-label="New segment">
      <div className={styles.subject}>
        <h2 className={styles.title}>New segment</h2>
        <span className={styles.right}>
          <Chip tone="machine">
            <Sparkles />
            {engine ?? 'Smart select'}
          </Chip>
        </span>
      </div>
      <dl className={styles.facts}>
        <dt>Class</dt>
        <dd>
          <ClassSelect value={classId} onChange={(id) => bench.armClass(id)} />
        </dd>
        {type !== 'keypoint-detection' && (
          <>
            <dt>Keep as</dt>
            <dd>
              <Segmented
                label="Keep as"
                size="small"
                isWide
                options={[
                  { value: 'polygon', label: 'Polygon' },
                  { value: 'box', label: 'Box' },
                ]}
                value={keepAs}
                onChange={(next) => bench.setOptions({ keepAs: { ...keeping, [type]: next } })}
              />
            </dd>
          </>
        )}
        <dt>Prompts</dt>
        <dd className="num">{promptWords(state)}</dd>
        <dt>Area</dt>
        <dd className="num">{areaWords(state)}</dd>
      </dl>
    </section>
  )
}

function promptWords({ prompts }: SmartState): string {
  const points = prompts.filter((prompt) => prompt.kind === 'point')
  const included = points.filter(({ isPositive }) => isPositive).length
  const excluded = points.length - included
  const parts = [
    included > 0 ? `${included} include` : '',
    excluded > 0 ? `${excluded} exclude` : '',
    prompts.length > points.length ? '1 box' : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'none yet' : parts.join(', ')
}

function areaWords({ candidates, chosen }: SmartState): string {
  const rings = candidates[chosen]?.rings
  if (!rings) return '–'
  return `${count(Math.abs(rings.reduce((sum, ring) => sum + signedRingArea(ring), 0)))} px²`
}

const ORIGINS: Readonly<Record<ShapeOrigin, string>> = {
  hand: 'Hand',
  smart: 'Smart segment, accepted',
  import: 'An imported file',
}

function formWords(shape: PlacedShape): string {
  switch (shape.kind) {
    case 'box':
      return 'box'
    case 'polygon':
      return `polygon, ${plural(pointCount(shape.rings), 'point')}`
    case 'rotated-box':
      return `rotated box, ${angleText(shape.box.angle)}`
    case 'polyline':
      return `line, ${plural(shape.points.length / 2, 'point')}`
    case 'point':
      return 'point'
    case 'mask':
      return 'mask'
    case 'keypoints':
      return plural(shape.points.filter(({ visibility }) => visibility > 0).length, 'keypoint')
  }
}

/** How large it is, in the measure that its kind has. */
function Extent({ shape }: { readonly shape: PlacedShape }) {
  if (shape.kind === 'point') return null
  const [name, value] =
    shape.kind === 'polyline'
      ? ['Length', `${count(lineLength(shape.points))} px`]
      : ['Area', `${count(shapeArea(shape))} px²`]
  return (
    <>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </>
  )
}

function ShapeHead({ shape }: { readonly shape: PlacedShape }) {
  const bench = useWorkbench()
  const classes = useBench((all) => all.classes) ?? []
  const named = useDocument((document) =>
    namedShapes(document?.shapes ?? [], classes).find((each) => each.shape.id === shape.id),
  )
  const { x0, y0 } = shapeBounds(shape)
  return (
    <section className={styles.head} aria-label="Selected shape">
      <div className={styles.subject}>
        <h2 className={`${styles.title} truncate`}>{named ? shapeName(named) : 'Shape'}</h2>
        <span className={`${styles.right} num`}>{formWords(shape)}</span>
      </div>
      <dl className={styles.facts}>
        <dt>Class</dt>
        <dd>
          <ClassSelect value={shape.classId} onChange={(id) => giveClass(bench, id)} />
        </dd>
        <dt>Position</dt>
        <dd className="num">
          {Math.round(x0)}, {Math.round(y0)}
        </dd>
        <Extent shape={shape} />
        <dt>Made by</dt>
        <dd>{ORIGINS[shape.origin]}</dd>
      </dl>
      {shape.kind === 'keypoints' && <PointsList shape={shape} label={named?.label} />}
    </section>
  )
}
