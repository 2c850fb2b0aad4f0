import { LayoutGrid } from 'lucide-react'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { labellingOf } from '#renderer/kit/display/project-type'
import { t } from '#renderer/kit/words/words'
import { useChord } from '../keys/bindings/store.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { openSorting } from './go-to-acts.ts'

/** To the grid in which many images are sorted at once; only where images have classes as a whole. */
export function SortButton() {
  const bench = useWorkbench()
  const chord = useChord('sort')
  const isShown = useBench(({ canSort, projectType }) => canSort && labellingOf(projectType) === 'classes')
  return isShown ? (
    <IconButton
      icon={LayoutGrid}
      label={t('Sort into classes, many at once')}
      chord={chord}
      onPress={() => openSorting(bench)}
    />
  ) : null
}
