import {
  FileArchive,
  FolderInput,
  FolderOpen,
  Globe,
  ImagePlus,
  LayoutGrid,
  PackageOpen,
  Scale,
  Sparkles,
  Upload,
} from 'lucide-react'
import type { ProjectSlug } from '#common/ids'
import { useAbility } from '#renderer/data/use-ability'
import { useLabelling } from '#renderer/data/use-labelling'
import { chooseDataset } from '#renderer/features/datasets/entrance/send-dataset'
import { setParams } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Menu } from '#renderer/ui/overlay/menu'
import { t } from '#renderer/words/words'
import { SendButton } from './send-button.tsx'

export interface ActsProps {
  readonly project: ProjectSlug
  /** Images shown, and images in the project. */
  readonly shown: number | undefined
  readonly all: number | undefined
  readonly onAddImages: (what: 'folder' | 'files') => Promise<void>
  readonly onExport: () => void
  readonly onSort: () => void
  readonly onModelLabels: () => void
}

/** Actions on all shown images and on the project. */
export function Acts({ project, shown, all, onAddImages, onExport, onSort, onModelLabels }: ActsProps) {
  const can = useAbility()
  return (
    <>
      <SortButton {...{ project, shown, onSort }} />
      {can('model-labels') && (
        <IconButton
          writes="projects"
          icon={Sparkles}
          label={t('Label these images with a model')}
          variant="standard"
          disabledReason={shown === 0 ? t('no image is shown') : undefined}
          onPress={onModelLabels}
        />
      )}
      {can('export-images') && (
        <IconButton
          writes="projects"
          icon={FileArchive}
          label={t('Export these images')}
          variant="standard"
          disabledReason={shown === 0 ? t('no image is shown') : undefined}
          onPress={onExport}
        />
      )}
      {can('rebalance') && (
        <IconButton
          writes="projects"
          icon={Scale}
          label={t('Rebalance')}
          variant="standard"
          onPress={() => setParams({ dialog: 'rebalance' })}
        />
      )}
      {can('send') && <SendButton project={project} images={all} />}
      {can('import') && <AddImages project={project} onAddImages={onAddImages} />}
    </>
  )
}

/** Where images have classes as a whole, many are labeled at once. */
function SortButton({ project, shown, onSort }: Pick<ActsProps, 'project' | 'shown' | 'onSort'>) {
  const can = useAbility()
  const labelling = useLabelling(project)
  if (!can('sorting') || labelling !== 'classes') return null
  return (
    <IconButton
      writes="projects"
      icon={LayoutGrid}
      label={t('Sort into classes, many at once')}
      variant="standard"
      disabledReason={shown === 0 ? t('no image is shown') : undefined}
      onPress={onSort}
    />
  )
}

function AddImages({ project, onAddImages }: Pick<ActsProps, 'project' | 'onAddImages'>) {
  const can = useAbility()
  return (
    <Menu
      label={t('Add images')}
      placement="bottom end"
      trigger={
        <Button variant="primary">
          <Upload />
          {t('Add images|button')}
        </Button>
      }
      entries={[
        {
          id: 'folder',
          writes: 'projects' as const,
          label: t('Folder…'),
          mark: <FolderOpen />,
          chord: 'Mod+O',
          onAction: () => void onAddImages('folder'),
        },
        {
          id: 'files',
          writes: 'projects' as const,
          label: t('Files…'),
          mark: <ImagePlus />,
          chord: 'Mod+Shift+O',
          onAction: () => void onAddImages('files'),
        },
        ...(can('fetch') ? [FROM_ADDRESSES] : []),
        ...(can('import-dataset') ? datasetEntries(project) : []),
      ]}
    />
  )
}

function datasetEntries(project: ProjectSlug) {
  return [
    {
      id: 'dataset-folder',
      writes: 'projects' as const,
      label: t('Dataset from a folder…'),
      mark: <FolderInput />,
      onAction: () => void chooseDataset(project, 'folder'),
    },
    {
      id: 'dataset-files',
      writes: 'projects' as const,
      label: t('Dataset as ZIP, or annotation files…'),
      mark: <PackageOpen />,
      onAction: () => void chooseDataset(project, 'any'),
    },
  ]
}

const FROM_ADDRESSES = {
  id: 'addresses',
  writes: 'projects' as const,
  label: t('From web addresses…'),
  mark: <Globe />,
  onAction: () => setParams({ dialog: 'addresses' }),
}
