import type { KeypointsShape } from '#common/annotation/shape'
import { type Keypoint, numberedSkeleton, type Visibility } from '#common/annotation/skeleton'
import type { LabelClass } from '#common/contract/projects'
import { Segmented } from '#renderer/ui/controls/segmented'
import { t } from '#renderer/words/words'
import { setVisibility } from '../../commands/shapes/shapes.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import styles from './points-list.module.css'

const STATES = [
  { value: 'seen', label: t('Visible') },
  { value: 'hidden', label: t('Hidden') },
  { value: 'none', label: t('None|point') },
] as const

type State = (typeof STATES)[number]['value']

const VISIBILITIES: Readonly<Record<State, Visibility>> = { seen: 2, hidden: 1, none: 0 }

interface PointsListProps {
  readonly shape: KeypointsShape
  readonly label: LabelClass | undefined
}

/** The points of the selected object by name: what can be seen of each, without the pointer. */
export function PointsList({ shape, label }: PointsListProps) {
  const editor = useEditor()
  const names = (label?.skeleton ?? numberedSkeleton(shape.points.length)).points
  return (
    <ul className={styles.list} aria-label={t('Points of the object')}>
      {shape.points.map((point, place) => {
        const name = names[place] ?? t('point {{number}}', { number: place + 1 })
        return (
          <li key={name} className={styles.row}>
            <span className="truncate" title={placeText(point)}>
              {name}
            </span>
            <Segmented
              label={`${name}, ${placeText(point)}`}
              size="small"
              options={STATES}
              value={stateOf(point)}
              onChange={(state) => setVisibility(editor, place, VISIBILITIES[state])}
            />
          </li>
        )
      })}
    </ul>
  )
}

function stateOf({ visibility }: Keypoint): State {
  if (visibility === 0) return 'none'
  return visibility === 1 ? 'hidden' : 'seen'
}

function placeText({ x, y, visibility }: Keypoint): string {
  return visibility === 0
    ? t('no position')
    : t('at {{x}}, {{y}}', { x: String(Math.round(x)), y: String(Math.round(y)) })
}
