import { Waypoints } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { LabelClass } from '#common/contract/projects'
import { type Labelling, labellingOf } from '#renderer/data/project-type'
import { useAbility } from '#renderer/data/use-ability'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { Keycap } from '#renderer/ui/display/keycap'
import { useClassChord } from '#renderer/ui/keys/key-map'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { askOfClass } from '../../commands/classes/ask-of-class.ts'
import { giveClass } from '../../commands/shapes/shapes.ts'
import { wholeClassIds } from '../../commands/whole/whole-classes.ts'
import { useDocument, useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { armedClass } from '../../model/editor-state.ts'
import { ChoiceMark } from '../../parts/choice-mark.tsx'
import { thenCanvas } from '../../parts/pressed.ts'
import { ClassMenu } from './class-menu.tsx'
import styles from './classes-tab.module.css'
import { ColorPicker } from './color-picker.tsx'
import type { Dragging } from './use-dragged.ts'
import { useMove } from './use-move.ts'

export interface ClassRowProps {
  readonly label: LabelClass
  /** In the project's order. */
  readonly place: number
  readonly total: number
  /** In pixels. */
  readonly top: number
  readonly drag: Dragging
}

export const ClassRow = memo(function ClassRow({ label, place, total, top, drag }: ClassRowProps) {
  const canChange = useAbility()('change-classes')
  const { isOn, mark, labelling } = useRowState(label)
  const chord = useClassChord(place)
  return (
    <li
      className={cx(styles.row, isOn && styles.armed, drag.over === label.id && styles.over)}
      style={{ top }}
      aria-posinset={place + 1}
      aria-setsize={total}
      data-drop={drag.side}
      {...(canChange && drag.handlers(label.id))}
    >
      <span className={styles.key}>{chord !== undefined && <Keycap chord={chord} />}</span>
      {mark}
      <ColorPicker label={label} />
      <ClassName label={label} place={place} isOn={isOn} />
      {canChange && <RowActs label={label} place={place} total={total} />}
      {labelling === 'places' && <span className={`${styles.count} num`}>{count(label.shapes)}</span>}
      {canChange && <span className={`${styles.count} num`}>{count(label.images)}</span>}
    </li>
  )
})

interface ClassNameProps extends Pick<ClassRowProps, 'label' | 'place'> {
  readonly isOn: boolean
}

/** Pressing the name gives the class; twice, or F2, renames it. */
function ClassName({ label, place, isOn }: ClassNameProps) {
  const editor = useEditor()
  const canChange = useAbility()('change-classes')
  const isOfPlaces = useEditorState(({ projectType }) => labellingOf(projectType) === 'places')
  const onKeyDown = useRowKeys(label, place)
  const used = isOfPlaces
    ? t('{{count}} shapes', { count: label.shapes })
    : t('{{count}} images', { count: label.shapes })
  const rename = () => editor.set({ classTask: { kind: 'rename-in-row', classId: label.id } })
  return (
    <AriaButton
      className={styles.choose ?? ''}
      aria-label={`${label.name}, ${used}`}
      aria-pressed={isOn}
      onPress={thenCanvas(() => giveClass(editor, label.id))}
      {...(canChange && { onKeyDown })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: F2 on the button does the same */}
      <span className="truncate" {...(canChange && { onDoubleClick: rename })}>
        {label.name}
      </span>
      {label.chord !== undefined && <Keycap chord={label.chord} />}
    </AriaButton>
  )
}

function RowActs({ label, place, total }: Pick<ClassRowProps, 'label' | 'place' | 'total'>) {
  const editor = useEditor()
  const type = useEditorState(({ projectType }) => projectType)
  return (
    <span className={styles.acts}>
      {type === 'keypoint-detection' && (
        <IconButton
          size="small"
          icon={Waypoints}
          label={t('Points of {{name}}', { name: label.name })}
          placement="left"
          onPress={() => editor.set({ skeletonOf: label.id })}
        />
      )}
      <ClassMenu label={label} place={place} total={total} />
    </span>
  )
}

/** F2 renames, Alt and an arrow moves, Delete removes. */
function useRowKeys(label: LabelClass, place: number) {
  const editor = useEditor()
  const { moveBy, remove } = useMove(label, place)
  return (event: KeyboardEvent) => {
    const act = rowAct(event)
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'rename') askOfClass(editor, { kind: 'rename-in-row', classId: label.id })
    else if (act === 'remove') remove()
    else moveBy(act)
  }
}

function rowAct({ key, altKey }: KeyboardEvent): 'rename' | 'remove' | 1 | -1 | undefined {
  if (key === 'F2') return 'rename'
  if (key === 'Delete') return 'remove'
  if (!altKey) return undefined
  return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined
}

interface RowState {
  readonly labelling: Labelling
  /** Armed for what is drawn next, or what the image is. */
  readonly isOn: boolean
  readonly mark: ReactNode
}

function useRowState({ id }: LabelClass): RowState {
  const type = useEditorState(({ projectType }) => projectType)
  const isArmed = useEditorState((all) => armedClass(all)?.id === id)
  const isGiven = useDocument((document) => document !== undefined && wholeClassIds(document.shapes).has(id))
  const labelling = labellingOf(type)
  if (labelling !== 'classes') return { labelling, isOn: isArmed, mark: null }
  const mark = <ChoiceMark isOn={isGiven} isOnly={type === 'single-label-classification'} />
  return { labelling, isOn: isGiven, mark }
}
