import { ListBox, ListBoxItem } from 'react-aria-components'
import { viewPoint } from '#common/geometry/space'
import { ShapeId } from '#common/ids'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { closePile, takeFromPile } from '../../commands/pile/pile.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import type { Pile } from '../../model/editor-state.ts'
import { type NamedShape, shapeName, sizeText } from '../../model/shape-names.ts'
import { placeBox } from '../../parts/place-box.ts'
import styles from './pile-list.module.css'

/** Room that the list needs beside the pointer, in pixels of the design. */
const ROOM = { width: 220, height: 248 }

/** The shapes that lie under a long press, smallest first; one of them is selected. */
export function PileList() {
  const pile = useEditorState((state) => state.pile)
  return pile ? <OpenPile pile={pile} /> : null
}

function OpenPile({ pile: { at, ids } }: { readonly pile: Pile }) {
  const editor = useEditor()
  const view = useEditorState((all) => all.view)
  const shapes = ids.flatMap((id) => editor.namedShape(id) ?? [])
  const take = (id: ShapeId) => {
    takeFromPile(editor, id)
    focusCanvas()
  }
  return (
    <div
      className={styles.pile}
      style={placeBox(view, viewPoint(at.x + 8, at.y + 8), ROOM)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        closePile(editor)
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
  const editor = useEditor()
  const { shape, label } = named
  return (
    <ListBoxItem
      id={shape.id}
      textValue={shapeName(named)}
      className={styles.item ?? ''}
      onHoverStart={() => editor.set({ hovered: shape.id })}
      onHoverEnd={() => editor.set({ hovered: undefined })}
    >
      <ClassSwatch color={label?.color ?? 1} />
      <span className="truncate">{shapeName(named)}</span>
      <span className={`${styles.size} num`}>{sizeText(shape)}</span>
    </ListBoxItem>
  )
}
