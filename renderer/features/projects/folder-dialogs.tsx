import { useState } from 'react'
import type { ProjectSummary } from '#common/contract/projects'
import type { FolderView } from '#common/contract/workspace/folders'
import type { FolderId } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { Select, type SelectOption } from '#renderer/ui/controls/select'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { NameDialog } from '#renderer/ui/overlay/name-dialog'
import { notify } from '#renderer/ui/overlay/toast'
import { LOCALE } from '#renderer/words/language'
import { t } from '#renderer/words/words'
import { pathOf, placesFor } from './rows.ts'
import type { FolderActs } from './use-folder-acts.ts'

/** The dialog that is open over the projects. */
export type FolderDialog =
  | { readonly kind: 'new'; readonly parent: FolderView | null }
  | { readonly kind: 'rename'; readonly folder: FolderView }
  | { readonly kind: 'move-folder'; readonly folder: FolderView }
  | { readonly kind: 'move-project'; readonly project: ProjectSummary }

interface FolderDialogsProps {
  readonly open: FolderDialog
  readonly folders: readonly FolderView[]
  readonly acts: FolderActs
  readonly onClose: () => void
}

export function FolderDialogs({ open, folders, acts, onClose }: FolderDialogsProps) {
  switch (open.kind) {
    case 'new':
      return <NewFolderDialog parent={open.parent} onClose={onClose} />
    case 'rename':
      return <RenameFolderDialog folder={open.folder} onClose={onClose} />
    case 'move-folder': {
      const { folder } = open
      return (
        <MoveDialog
          title={t('Move {{name}}', { name: folder.name })}
          none={t('Top level')}
          now={folder.parentId}
          places={placesFor(folder.id, folders)}
          folders={folders}
          onMove={(parentId) => acts.moveFolder(folder, parentId)}
          onClose={onClose}
        />
      )
    }
    case 'move-project': {
      const { project } = open
      const now = folders.find(({ projects }) => projects.includes(project.slug))
      return (
        <MoveDialog
          title={t('Move {{name}}', { name: project.name })}
          none={t('No folder')}
          now={now?.id ?? null}
          places={folders}
          folders={folders}
          onMove={(folder) => acts.placeProject(project, folder)}
          onClose={onClose}
        />
      )
    }
  }
}

function NewFolderDialog({ parent, onClose }: { readonly parent: FolderView | null; readonly onClose: () => void }) {
  const create = useAct(studio.folders.create, { errors: 'in-place', onDone: onClose })
  return (
    <NameDialog
      title={parent === null ? t('New folder') : t('New folder in {{folder}}', { folder: parent.name })}
      verb={t('Create folder')}
      value=""
      maxLength={100}
      error={create.error}
      isPending={create.isPending}
      onName={(name) => create.mutate({ name, parentId: parent?.id ?? null })}
      onClose={onClose}
    />
  )
}

function RenameFolderDialog({ folder, onClose }: { readonly folder: FolderView; readonly onClose: () => void }) {
  const [before] = useState(folder.name)
  const back = useAct(studio.folders.rename)
  const rename = useAct(studio.folders.rename, {
    errors: 'in-place',
    onDone: () => {
      onClose()
      const undo = { label: t('Undo'), onPress: () => back.mutate({ folder: folder.id, name: before }) }
      notify({ text: t('{{name}} renamed', { name: before }), action: undo })
    },
  })
  return (
    <NameDialog
      title={t('Rename folder')}
      verb={t('Rename')}
      value={before}
      maxLength={100}
      error={rename.error}
      isPending={rename.isPending}
      onName={(name) => rename.mutate({ folder: folder.id, name })}
      onClose={onClose}
    />
  )
}

interface MoveDialogProps {
  readonly title: string
  /** Name of the choice "in no folder". */
  readonly none: string
  readonly now: FolderId | null
  readonly places: readonly FolderView[]
  readonly folders: readonly FolderView[]
  readonly onMove: (folder: FolderId | null) => void
  readonly onClose: () => void
}

function MoveDialog({ title, none, now, places, folders, onMove, onClose }: MoveDialogProps) {
  const [chosen, choose] = useState<FolderId | typeof NONE>(now ?? NONE)
  const options: SelectOption<FolderId | typeof NONE>[] = [
    { value: NONE, label: none },
    ...places.map((folder) => ({ value: folder.id, label: pathOf(folder, folders) })).toSorted(byLabel),
  ]
  const move = () => {
    onMove(chosen === NONE ? null : chosen)
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button writes="projects" variant="primary" isDisabled={chosen === (now ?? NONE)} onPress={move}>
            {t('Move')}
          </Button>
        </>
      }
    >
      <Select label={t('Folder')} options={options} value={chosen} onChange={choose} />
    </Dialog>
  )
}

const NONE = 'none'

function byLabel(a: { readonly label: string }, b: { readonly label: string }): number {
  return a.label.localeCompare(b.label, LOCALE)
}
