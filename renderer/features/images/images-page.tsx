import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { PickedImages } from '#common/contract/exports'
import type { ImageFilter } from '#common/contract/images'
import type { ImageId, ProjectSlug } from '#common/ids'
import { PickedExportDialog } from '#renderer/features/exports/picked-dialog'
import { ModelLabelsDialog } from '#renderer/features/model-labels/model-labels-dialog'
import { useCommands } from '#renderer/kit/app/commands'
import { imageQueryParams, isFiltered, readImageQuery } from '#renderer/kit/app/image-query'
import { setQueue } from '#renderer/kit/app/queue'
import { navigate, projectHref, setParams } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { EmptyState, ErrorLine } from '#renderer/kit/display/message'
import { queries } from '#renderer/kit/studio/queries'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { Bar } from './bar.tsx'
import { FacetColumn } from './facets.tsx'
import { Grid } from './grid.tsx'
import styles from './images-page.module.css'
import { clear, createSelection, replace } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useImages } from './use-images.ts'
import { useTileWidth } from './view.ts'

export interface ImagesPageProps {
  readonly project: ProjectSlug
  readonly params: URLSearchParams
  readonly onAddImages: (what: 'folder' | 'files') => Promise<void>
}

/** Pictures that something is about to be done with. */
interface Picking {
  readonly picked: PickedImages
  readonly images: number
}

export function ImagesPage({ project, params, onAddImages }: ImagesPageProps) {
  const [selection] = useState(createSelection)
  const [exporting, setExporting] = useState<Picking>()
  const [labelling, setLabelling] = useState<Picking>()
  const [range, setRange] = useState({ first: 0, last: 0 })
  const text = params.toString()
  const query = useMemo(() => readImageQuery(project, new URLSearchParams(text)), [project, text])
  const tile = useTileWidth()
  const images = useImages(query, range.first, range.last)
  const all = useQuery(queries.project(project)).data?.images
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), [])
  const change = (next: Partial<typeof query>) => {
    clear(selection)
    selection.setState({ focus: 0, anchor: 0 })
    setParams(imageQueryParams({ ...query, ...next }))
  }
  const open = (image: ImageId) => navigate(projectHref(project, 'annotate', { image, ...imageQueryParams(query) }))
  const annotate = (picked: readonly ImageId[]) => {
    setQueue(project, picked)
    navigate(projectHref(project, 'annotate', { image: picked[0], queue: 'selection' }))
  }
  const onFilter = (filter: ImageFilter) => change({ filter })
  const selectAll = () => void images.allIds().then((ids) => replace(selection, ids))
  useCommands([{ id: 'images.select-all', label: 'Select all images', chord: 'Mod+A', run: selectAll }])
  const { total } = images
  return (
    <div className={styles.page}>
      <FacetColumn project={project} filter={query.filter} onChange={onFilter} />
      <div className={styles.main}>
        <Bar
          query={query}
          shown={total}
          all={all}
          tile={tile}
          onFilter={onFilter}
          onSort={(sort) => change({ sort })}
          onAddImages={onAddImages}
          onExport={() => setExporting({ picked: { filter: query.filter }, images: total ?? 0 })}
          onModelLabels={() => setLabelling({ picked: { filter: query.filter }, images: total ?? 0 })}
        />
        {images.error !== null && <ErrorLine className={styles.error} error={images.error} />}
        {total === 0 && (
          <Nothing isFiltered={isFiltered(query.filter)} onClear={() => onFilter({})} onAddImages={onAddImages} />
        )}
        {total !== undefined && total > 0 && (
          <Grid
            query={query}
            images={images}
            total={total}
            selection={selection}
            tile={tile}
            onRange={onRange}
            onOpen={open}
          />
        )}
        <SelectionBar
          project={project}
          selection={selection}
          onAnnotate={annotate}
          onExport={(ids) => setExporting({ picked: { images: [...ids] }, images: ids.length })}
          onModelLabels={(ids) => setLabelling({ picked: { images: [...ids] }, images: ids.length })}
        />
        {exporting && <PickedExportDialog {...exporting} project={project} onClose={() => setExporting(undefined)} />}
        {labelling && <ModelLabelsDialog {...labelling} project={project} onClose={() => setLabelling(undefined)} />}
      </div>
    </div>
  )
}

interface NothingProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly onAddImages: (what: 'folder' | 'files') => Promise<void>
}

function Nothing({ isFiltered: filtered, onClear, onAddImages }: NothingProps) {
  const can = useAbility()
  if (filtered) {
    return (
      <EmptyState
        title="No image matches these filters"
        text="A smaller set of filters shows more."
        action={<Button onPress={onClear}>Clear filters</Button>}
      />
    )
  }
  return (
    <div className={styles.empty}>
      <div className={styles.cells} aria-hidden>
        {Array.from({ length: 60 }, (_, index) => (
          <span key={index} />
        ))}
      </div>
      <EmptyState
        className={styles.message}
        title="No images yet"
        {...(can('import') && {
          text: 'Drop pictures or a folder anywhere in this window, or paste one.',
          action: <Button onPress={() => void onAddImages('folder')}>Open a folder of images</Button>,
        })}
      />
    </div>
  )
}
