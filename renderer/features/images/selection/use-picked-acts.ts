import { useState } from 'react'
import type { BulkAct } from '#common/contract/browse/bulk'
import type { TransferWay } from '#common/contract/browse/transfers'
import type { ImageId, ProjectSlug } from '#common/ids'
import { useAbility } from '#renderer/data/use-ability'
import { type Command, useCommands } from '#renderer/ui/app/commands'
import { t } from '#renderer/words/words'
import { undoLast, useBulk } from '../entrance/use-bulk.ts'
import { clear, type SelectionStore } from './selection.ts'

export type Asking = 'tags' | 'batch' | 'reason' | TransferWay

export interface PickedActs {
  readonly images: readonly ImageId[]
  /** The action in progress on them. */
  readonly running: BulkAct['kind'] | undefined
  readonly act: (act: BulkAct) => void
  readonly moveToTrash: () => void
  /** The action that waits for an answer in a dialog. */
  readonly asking: Asking | undefined
  readonly ask: (what: Asking | undefined) => void
}

/** The acts on what is picked, with their keys. */
export function usePickedActs(project: ProjectSlug, images: readonly ImageId[], selection: SelectionStore): PickedActs {
  const [asking, ask] = useState<Asking>()
  const can = useAbility()
  const { run, running } = useBulk(project)
  const isReady = images.length > 0 && running === undefined && can('bulk-acts')
  const start = (wanted: BulkAct, onDone?: () => void) => {
    ask(undefined)
    if (isReady) run({ images, act: wanted, onDone })
  }
  const moveToTrash = () => start({ kind: 'trash' }, () => clear(selection))
  useCommands([
    {
      id: 'images.clear',
      label: t('Select nothing'),
      chord: 'Escape',
      run: () => clear(selection),
      isEnabled: images.length > 0,
    },
    {
      id: 'images.undo',
      writes: 'projects',
      label: t('Undo the last action on images'),
      chord: 'Mod+Z',
      run: () => void undoLast(project),
      isEnabled: can('bulk-acts'),
    },
    ...changingCommands({ ask, moveToTrash, isEnabled: isReady }),
    ...transferCommands(ask, images.length > 0 && can('other-projects')),
  ])
  return { images, running, act: (wanted) => start(wanted), moveToTrash, asking, ask }
}

interface Changing extends Pick<PickedActs, 'ask' | 'moveToTrash'> {
  readonly isEnabled: boolean
}

function changingCommands({ ask, moveToTrash, isEnabled }: Changing): readonly Command[] {
  return [
    { id: 'images.tag', writes: 'projects', label: t('Tag|act'), chord: 'T', run: () => ask('tags'), isEnabled },
    {
      id: 'images.trash',
      writes: 'projects',
      label: t('Move to the trash'),
      chord: 'Delete',
      run: moveToTrash,
      isEnabled,
    },
  ]
}

function transferCommands(ask: (way: TransferWay) => void, isEnabled: boolean): readonly Command[] {
  return [
    {
      id: 'images.move',
      writes: 'projects',
      label: t('Move to another project…'),
      chord: 'M',
      run: () => ask('move'),
      isEnabled,
    },
    {
      id: 'images.copy',
      writes: 'projects',
      label: t('Copy to another project…'),
      chord: 'C',
      run: () => ask('copy'),
      isEnabled,
    },
  ]
}
