import { FileArchive, PencilRuler, Scale, Sparkles, Trash2, X } from 'lucide-react'
import { useStore } from 'zustand'
import type { ImageId, ProjectSlug } from '#common/ids'
import { SPLITS, type Split } from '#common/split'
import { useCommands } from '#renderer/kit/app/commands'
import { Button } from '#renderer/kit/controls/button'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { SPLIT_NAMES, SplitDot } from '#renderer/kit/display/marks'
import { count, plural } from '#renderer/kit/format'
import { Menu } from '#renderer/kit/overlay/menu'
import { notify } from '#renderer/kit/overlay/toast'
import { studio } from '#renderer/kit/studio/studio'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { useAct } from '#renderer/kit/studio/use-act'
import { clear, type SelectionStore } from './selection.ts'
import styles from './selection-bar.module.css'

export interface SelectionBarProps {
  readonly project: ProjectSlug
  readonly selection: SelectionStore
  readonly onAnnotate: (images: readonly ImageId[]) => void
  readonly onExport: (images: readonly ImageId[]) => void
  readonly onModelLabels: (images: readonly ImageId[]) => void
}

/** What can be done with what is picked; it floats only while something is. */
export function SelectionBar({ project, selection, onAnnotate, onExport, onModelLabels }: SelectionBarProps) {
  const picked = useStore(selection, (state) => state.picked)
  const images = [...picked]
  const can = useAbility()
  const split = useAct(studio.images.setSplit)
  const trash = useAct(studio.images.trash)
  const restore = useAct(studio.images.restore)
  const moveTo = (to: Split) =>
    split.mutate({ project, images, split: to }, { onSuccess: ({ moved }) => notify({ text: movedWords(moved, to) }) })
  const moveToTrash = () =>
    trash.mutate(
      { project, images },
      {
        onSuccess: ({ trashed }) => {
          clear(selection)
          const undo = { label: 'Undo', onPress: () => restore.mutate({ project, images }) }
          notify({ text: `${plural(trashed, 'image')} moved to the trash`, action: undo })
        },
      },
    )
  const isEmpty = images.length === 0
  useCommands([
    { id: 'images.clear', label: 'Select nothing', chord: 'Escape', run: () => clear(selection), isEnabled: !isEmpty },
    {
      id: 'images.trash',
      label: 'Move to the trash',
      chord: 'Delete',
      run: moveToTrash,
      isEnabled: !isEmpty && !trash.isPending && can('trash-pictures'),
    },
  ])
  if (isEmpty) return null
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected images">
      <span className={`${styles.count} medium num`}>{count(images.length)} selected</span>
      <Button size="small" variant="quiet" onPress={() => onAnnotate(images)}>
        <PencilRuler />
        Annotate
      </Button>
      {can('model-labels') && (
        <Button size="small" variant="quiet" onPress={() => onModelLabels(images)}>
          <Sparkles />
          Label
        </Button>
      )}
      {can('move-to-split') && (
        <Menu
          label="Move to split"
          placement="top"
          trigger={
            <Button size="small" variant="quiet">
              <Scale />
              Split
            </Button>
          }
          entries={SPLITS.map((to) => ({
            id: to,
            label: SPLIT_NAMES[to],
            mark: <SplitDot split={to} />,
            onAction: () => moveTo(to),
          }))}
        />
      )}
      {can('export-picked') && (
        <Button size="small" variant="quiet" onPress={() => onExport(images)}>
          <FileArchive />
          Export
        </Button>
      )}
      {can('trash-pictures') && (
        <Button size="small" variant="quiet" isPending={trash.isPending} onPress={moveToTrash}>
          <Trash2 />
          Move to trash
        </Button>
      )}
      <span className={styles.rule} />
      <IconButton
        size="small"
        icon={X}
        label="Select nothing"
        chord="Escape"
        placement="top"
        onPress={() => clear(selection)}
      />
    </div>
  )
}

function movedWords(moved: number, to: Split): string {
  return moved === 0
    ? `All of them were in ${SPLIT_NAMES[to]} already`
    : `${plural(moved, 'image')} moved to ${SPLIT_NAMES[to]}`
}
