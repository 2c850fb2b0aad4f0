import { Eye, EyeOff, Lock, LockOpen, type LucideIcon, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { ShapeId } from '#common/ids'
import { t } from '#renderer/words/words'
import { toggleLock } from '../../commands/objects/objects.ts'
import { removeShapes, toggleHidden } from '../../commands/shapes/shapes.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import { type NamedShape, shapeName } from '../../model/shape-names.ts'
import list from './objects-list.module.css'

export interface RowActsProps {
  readonly named: NamedShape
  readonly isHidden: boolean
  readonly isHovered: boolean
}

/** All that can be done, or only what is out of the ordinary when the pointer is elsewhere. */
export function RowActs({ named, isHidden, isHovered }: RowActsProps) {
  const editor = useEditor()
  const name = shapeName(named)
  const isLocked = named.shape.isLocked === true
  const only = (act: (id: ShapeId) => void) => (event: MouseEvent) => {
    event.stopPropagation()
    act(named.shape.id)
  }
  const lock = isLocked
    ? { icon: Lock, label: t('Unlock {{name}}', { name }) }
    : { icon: LockOpen, label: t('Lock {{name}}', { name }) }
  return (
    <span role="gridcell" className={list.acts}>
      {(isHovered || isHidden) && (
        <SightAct {...{ name, isHidden }} onClick={only((id) => toggleHidden(editor, [id]))} />
      )}
      {(isHovered || isLocked) && <RowAct {...lock} onClick={only((id) => toggleLock(editor, [id]))} />}
      {isHovered && !isLocked && (
        <RowAct
          icon={Trash2}
          label={t('Delete {{name}}', { name })}
          onClick={only((id) => removeShapes(editor, [id]))}
        />
      )}
    </span>
  )
}

interface SightActProps extends Pick<RowActProps, 'onClick'> {
  readonly name: string
  readonly isHidden: boolean
}

function SightAct({ name, isHidden, onClick }: SightActProps) {
  return isHidden ? (
    <RowAct icon={EyeOff} label={t('Show {{name}}', { name })} onClick={onClick} />
  ) : (
    <RowAct icon={Eye} label={t('Hide {{name}}', { name })} onClick={onClick} />
  )
}

interface RowActProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly onClick: (event: MouseEvent) => void
}

/** The keys of the screen do the same: nobody has to walk through three buttons a row. */
function RowAct({ icon: Icon, label, onClick }: RowActProps) {
  return (
    <button type="button" tabIndex={-1} className={list.act} aria-label={label} onClick={onClick}>
      <Icon />
    </button>
  )
}
