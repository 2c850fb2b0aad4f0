import { ListBox, ListBoxItem } from 'react-aria-components'
import { viewPoint } from '#common/geometry/space'
import { ShapeId } from '#common/ids'
import { ClassSwatch } from '#renderer/kit/display/marks'
import { t } from '#renderer/kit/words/words'
import { placeBox } from '../canvas/place-box.ts'
import { focusCanvas } from '../keys/panels.ts'
import type { Pile } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { type NamedShape, shapeName, sizeText } from '../workbench/shape-names.ts'
import { closePile, takeFromPile } from './pile-acts.ts'
import styles from './pile-list.module.css'

/** Room that the list needs beside the pointer, in pixels of the design. */
const ROOM = { width: 220, height: 248 }

/** The shapes that lie under a long press, smallest first; one of them is selected. */
export function PileList() {
  const pile = useBench((bench) => bench.pile)
  return pile ? <OpenPile pile={pile} /> : null
}

function OpenPile({ pile: { at, ids } }: { readonly pile: Pile }) {
  const bench = useWorkbench()
  const view = useBench((all) => all.view)
  const shapes = ids.flatMap((id) => bench.namedShape(id) ?? [])
  const take = (id: ShapeId) => {
    takeFromPile(bench, id)
    focusCanvas()
  }
  return (
    <div
      className={styles.pile}
      style={placeBox(view, viewPoint(at.x + 8, at.y + 8), ROOM)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        closePile(bench)
        focusCanvas()
      }}
    >
      <ListBox
        className={styles.list ?? ''}
        aria-label={t('Shapes at this place')}
        autoFocus
        items={shapes.map((named) => ({ id: named.shape.id, named }))}
        onAction={(key) => take(ShapeId.parse(key))}
      >
        {({ named }) => <PileItem named={named} />}
      </ListBox>
    </div>
  )
}

function PileItem({ named }: { readonly named: NamedShape }) {
  const bench = useWorkbench()
  const { shape, label } = named
  return (
    <ListBoxItem
      id={shape.id}
      textValue={shapeName(named)}
      className={styles.item ?? ''}
      onHoverStart={() => bench.set({ hovered: shape.id })}
      onHoverEnd={() => bench.set({ hovered: undefined })}
    >
      <ClassSwatch color={label?.color ?? 1} />
      <span className="truncate">{shapeName(named)}</span>
      <span className={`${styles.size} num`}>{sizeText(shape)}</span>
    </ListBoxItem>
  )
}
