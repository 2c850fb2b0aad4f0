import { LayoutGrid } from 'lucide-react'
import { labellingOf } from '#renderer/data/project-type'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { openSorting } from '../../commands/go-to/go-to.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'

/** To the grid in which many images are sorted at once; only where images have classes as a whole. */
export function SortButton() {
  const editor = useEditor()
  const chord = useChord('sort')
  const isShown = useEditorState(({ canSort, projectType }) => canSort && labellingOf(projectType) === 'classes')
  return isShown ? (
    <IconButton
      icon={LayoutGrid}
      label={t('Sort into classes, many at once')}
      chord={chord}
      onPress={() => openSorting(editor)}
    />
  ) : null
}
