import { Ellipsis } from 'lucide-react'
import type { LabelClass } from '#common/contract/projects'
import { imageQueryParams } from '#renderer/ui/app/image-query'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Menu, type MenuEntry } from '#renderer/ui/overlay/menu'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { askOfClass } from '../../commands/classes/ask-of-class.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import type { ClassTask } from '../../model/class-task.ts'
import { useMove } from './use-move.ts'

export interface ClassMenuProps {
  readonly label: LabelClass
  readonly place: number
  readonly total: number
}

/** Commands for a class, other than assigning it. */
export function ClassMenu({ label, place, total }: ClassMenuProps) {
  const editor = useEditor()
  const { moveBy, remove } = useMove(label, place)
  const ask = (kind: ClassTask['kind']) => () => askOfClass(editor, { kind, classId: label.id })
  const show = () =>
    navigate(
      projectHref(editor.project, 'images', imageQueryParams({ filter: { classes: [label.id] }, sort: 'added' })),
    )
  const entries: MenuEntry[] = [
    { id: 'rename', writes: 'projects', label: t('Rename'), chord: 'F2', onAction: ask('rename-in-row') },
    { id: 'key', writes: 'projects', label: t('Key…'), chord: label.chord, onAction: ask('key') },
    {
      id: 'attributes',
      writes: 'projects',
      label: t('Attributes…'),
      note: label.attributes === undefined ? undefined : count(label.attributes.length),
      onAction: ask('attributes'),
    },
    'separator',
    {
      id: 'up',
      writes: 'projects',
      label: t('Move up'),
      chord: 'Alt+ArrowUp',
      onAction: () => moveBy(-1),
      isDisabled: place === 0,
    },
    {
      id: 'down',
      writes: 'projects',
      label: t('Move down'),
      chord: 'Alt+ArrowDown',
      onAction: () => moveBy(1),
      isDisabled: place === total - 1,
    },
    'separator',
    {
      id: 'images',
      label: t('Show its images'),
      note: count(label.images),
      onAction: show,
      isDisabled: label.images === 0,
    },
    'separator',
    {
      id: 'merge',
      writes: 'projects',
      label: t('Merge into another class…'),
      onAction: ask('merge'),
      isDisabled: total < 2,
    },
    {
      id: 'remove',
      writes: 'projects',
      label: label.shapes > 0 ? t('Remove…') : t('Remove'),
      onAction: remove,
      isDanger: true,
    },
  ]
  return (
    <Menu
      label={t('Actions for {{name}}', { name: label.name })}
      placement="bottom end"
      entries={entries}
      trigger={
        <IconButton
          size="small"
          icon={Ellipsis}
          label={t('More for {{name}}', { name: label.name })}
          placement="left"
        />
      }
    />
  )
}
