import { useQuery } from '@tanstack/react-query'
import {
  FileArchive,
  FolderInput,
  FolderOpen,
  Globe,
  ImagePlus,
  PackageOpen,
  Scale,
  Sparkles,
  Upload,
} from 'lucide-react'
import type { ImageFilter, ImageQuery, ImageSort } from '#common/contract/images'
import type { ProjectSlug } from '#common/ids'
import { chooseDataset } from '#renderer/features/datasets/send-dataset'
import { setParams } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { Select, type SelectOption } from '#renderer/kit/controls/select'
import { Slider } from '#renderer/kit/controls/slider'
import { FilterChip } from '#renderer/kit/display/chip'
import { type Labelling, labelWords } from '#renderer/kit/display/project-type'
import { count } from '#renderer/kit/format'
import { Menu } from '#renderer/kit/overlay/menu'
import { queries } from '#renderer/kit/studio/queries'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { useLabelling } from '#renderer/kit/studio/use-labelling'
import styles from './bar.module.css'
import { activeFilters } from './filter.ts'
import { SearchBox } from './search/search-box.tsx'
import { SendButton } from './send-button.tsx'
import { setTileWidth, TILE } from './view.ts'

function sortsOf(labelling: Labelling): readonly SelectOption<ImageSort>[] {
  const [, many] = labelWords(labelling)
  return [
    { value: 'added', label: 'Order added' },
    { value: 'name', label: 'Name' },
    { value: 'most-shapes', label: `Most ${many}` },
    { value: 'fewest-shapes', label: `Fewest ${many}` },
  ]
}

export interface BarProps {
  readonly query: ImageQuery
  /** Pictures shown, and pictures in the project. */
  readonly shown: number | undefined
  readonly all: number | undefined
  readonly tile: number
  readonly onFilter: (filter: ImageFilter) => void
  readonly onSort: (sort: ImageSort) => void
  readonly onAddImages: (what: 'folder' | 'files') => Promise<void>
  readonly onExport: () => void
  readonly onModelLabels: () => void
}

export function Bar(props: BarProps) {
  const { query, shown, all, tile, onFilter, onSort } = props
  const { filter, project } = query
  const can = useAbility()
  const classes = useQuery(queries.classes(project)).data ?? []
  const labelling = useLabelling(project)
  const facets = useQuery(queries.facets(project)).data
  return (
    <div className={styles.bar} data-panel>
      <SearchBox text={filter.search ?? ''} onChange={(search) => onFilter({ ...filter, search })} />
      <div className={styles.chips}>
        {activeFilters(filter, classes, facets).map(({ key, label, without }) => (
          <FilterChip key={key} label={label} onRemove={() => onFilter(without)} />
        ))}
      </div>
      {shown !== undefined && all !== undefined && (
        <span className={`${styles.count} num`} role="status">
          {count(shown)} of {count(all)}
        </span>
      )}
      <div className={styles.right}>
        {can('sort') && (
          <Select
            label="Sort"
            hideLabel
            size="small"
            className={styles.sort}
            options={sortsOf(labelling)}
            value={query.sort}
            onChange={onSort}
          />
        )}
        <Slider
          label="Picture size"
          hideLabel
          className={styles.size}
          min={TILE.least}
          max={TILE.most}
          step={8}
          value={tile}
          onChange={setTileWidth}
        />
        <Acts {...props} />
      </div>
    </div>
  )
}

/** What can be done with all that is shown, and with the project. */
function Acts({ query, shown, all, onAddImages, onExport, onModelLabels }: BarProps) {
  const can = useAbility()
  return (
    <>
      {can('model-labels') && (
        <IconButton
          icon={Sparkles}
          label="Label these images with a model"
          variant="standard"
          disabledReason={shown === 0 ? 'no image is shown' : undefined}
          onPress={onModelLabels}
        />
      )}
      {can('export-images') && (
        <IconButton
          icon={FileArchive}
          label="Export these images"
          variant="standard"
          disabledReason={shown === 0 ? 'no image is shown' : undefined}
          onPress={onExport}
        />
      )}
      {can('rebalance') && (
        <Button onPress={() => setParams({ dialog: 'rebalance' })}>
          <Scale />
          Rebalance
        </Button>
      )}
      {can('send') && <SendButton project={query.project} images={all} />}
      {can('import') && <AddImages project={query.project} onAddImages={onAddImages} />}
    </>
  )
}

interface AddImagesProps extends Pick<BarProps, 'onAddImages'> {
  readonly project: ProjectSlug
}

function AddImages({ project, onAddImages }: AddImagesProps) {
  const can = useAbility()
  return (
    <Menu
      label="Add images"
      placement="bottom end"
      trigger={
        <Button variant="primary">
          <Upload />
          Add images
        </Button>
      }
      entries={[
        {
          id: 'folder',
          label: 'Folder…',
          mark: <FolderOpen />,
          chord: 'Mod+O',
          onAction: () => void onAddImages('folder'),
        },
        {
          id: 'files',
          label: 'Files…',
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
      label: 'Data set from a folder…',
      mark: <FolderInput />,
      onAction: () => void chooseDataset(project, 'folder'),
    },
    {
      id: 'dataset-files',
      label: 'Data set as ZIP, or label files…',
      mark: <PackageOpen />,
      onAction: () => void chooseDataset(project, 'any'),
    },
  ]
}

const FROM_ADDRESSES = {
  id: 'addresses',
  label: 'From web addresses…',
  mark: <Globe />,
  onAction: () => setParams({ dialog: 'addresses' }),
}
