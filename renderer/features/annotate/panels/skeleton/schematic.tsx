import { type KeyboardEvent, useState } from 'react'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import { withLine } from './draft.ts'
import { schematicPlaces } from './person.ts'
import type { DraftProps } from './point-list.tsx'
import styles from './skeleton-editor.module.css'

const SIDE = 260
const EDGE = 18

/** A small drawing of the skeleton: one point and then another draws the line between them, or takes it away. */
export function Schematic({ draft, onChange }: DraftProps) {
  const [first, setFirst] = useState<number>()
  const { points, edges } = draft
  const places = schematicPlaces(points.map(({ name }) => name))
  const byId = new Map(points.map(({ id }, place) => [id, toDrawing(places[place])]))
  const press = (id: number) => {
    if (first === undefined || first === id) return setFirst(first === id ? undefined : id)
    onChange(withLine(draft, first, id))
    setFirst(undefined)
  }
  const onKeyDown = (event: KeyboardEvent, id: number) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    press(id)
  }
  const chosen = points.find(({ id }) => id === first)
  return (
    <>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${SIDE} ${SIDE}`}
        role="group"
        aria-label={t('Drawing of the skeleton')}
      >
        {edges.map(([from, to]) => {
          const [a, b] = [byId.get(from), byId.get(to)]
          return a && b && <line key={`${from} ${to}`} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
        })}
        {points.map(({ id, name }, place) => {
          const at = byId.get(id)
          return (
            at && (
              // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing
              <g
                key={id}
                role="button"
                tabIndex={0}
                aria-label={t('{{name}}, point {{number}}', { name, number: place + 1 })}
                aria-pressed={id === first}
                className={cx(styles.dot, id === first && styles.chosen)}
                onClick={() => press(id)}
                onKeyDown={(event) => onKeyDown(event, id)}
              >
                <title>{name}</title>
                <circle cx={at.x} cy={at.y} r={9} />
                <text x={at.x} y={at.y + 3.5} textAnchor="middle" fontSize={10}>
                  {place + 1}
                </text>
              </g>
            )
          )
        })}
      </svg>
      <p className={styles.words} role="status">
        {points.length < 2
          ? t('Two points can be joined by a line.')
          : chosen === undefined
            ? t('Click one point and then another to join them.')
            : t('From {{name}} to …', { name: chosen.name })}
      </p>
    </>
  )
}

function toDrawing(place: { readonly x: number; readonly y: number } | undefined) {
  const { x, y } = place ?? { x: 0.5, y: 0.5 }
  return { x: EDGE + x * (SIDE - 2 * EDGE), y: EDGE + y * (SIDE - 2 * EDGE) }
}
