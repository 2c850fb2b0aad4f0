import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PickedImages } from '#common/contract/exports'
import type { ImageId, ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { PickedExportDialog } from '#renderer/features/exports/entrance/picked-dialog'
import { ModelLabelsDialog } from '#renderer/features/model-labels/entrance/model-labels-dialog'
import { useCommands } from '#renderer/ui/app/commands'
import { imageQueryParams, isTriage, nextTriage } from '#renderer/ui/app/image-query'
import { setQueue } from '#renderer/ui/app/queue'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { t } from '#renderer/words/words'
import { Bar } from './bar/bar.tsx'
import { FacetColumn } from './facets/facets.tsx'
import { Images } from './images.tsx'
import styles from './images-page.module.css'
import { createSelection, invert, replace } from './selection/selection.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useTotal } from './use-images.ts'
import { useShown } from './use-shown.ts'

export interface ImagesPageProps {
  readonly project: ProjectSlug
  readonly params: URLSearchParams
  readonly onAddImages: (what: 'folder' | 'files') => Promise<void>
}

/** Images that something is about to be done with. */
interface Picking {
  readonly what: 'export' | 'model-labels'
  readonly picked: PickedImages
  readonly images: number
}

export function ImagesPage({ project, params, onAddImages }: ImagesPageProps) {
  const [selection] = useState(createSelection)
  const can = useAbility()
  const [picking, setPicking] = useState<Picking>()
  const shown = useShown(project, params, selection)
  const { query, layout, show } = shown
  const { total, error } = useTotal(query, layout)
  const client = useQueryClient()
  const all = useQuery(queries.project(project)).data?.images
  useQuery({ ...queries.triage(project), enabled: isTriage(query.sort) && can('triage') })
  const open = (image: ImageId) => navigate(projectHref(project, 'annotate', { image, ...imageQueryParams(query) }))
  const annotate = (picked: readonly ImageId[]) => {
    setQueue(project, picked)
    navigate(projectHref(project, 'annotate', { image: picked[0], queue: 'selection' }))
  }
  const askShown = (what: Picking['what']) => () =>
    setPicking({ what, picked: { filter: query.filter }, images: total ?? 0 })
  const askPicked = (what: Picking['what']) => (images: readonly ImageId[]) =>
    setPicking({ what, picked: { images: [...images] }, images: images.length })
  const allIds = () => client.fetchQuery(queries.imageIds(query))
  const selectAll = () => void allIds().then((ids) => replace(selection, ids))
  const invertSelection = () => void allIds().then((ids) => invert(selection, ids))
  useCommands([
    { id: 'images.select-all', label: t('Select all images'), chord: 'Mod+A', run: selectAll },
    {
      id: 'images.triage',
      label: t('Next triage order'),
      chord: 'Shift+T',
      run: () => show({ sort: nextTriage(query.sort) }),
      isEnabled: can('triage'),
    },
    { id: 'images.invert', label: t('Invert the selection'), chord: 'Mod+I', run: invertSelection },
  ])
  return (
    <div className={styles.page}>
      <FacetColumn
        project={project}
        shown={{ filter: query.filter, sort: query.sort, layout }}
        onChange={(filter) => show({ filter })}
        onView={show}
      />
      <div className={styles.main}>
        <Bar
          {...{ query, layout, all, onAddImages }}
          shown={total}
          onShow={show}
          onSort={() => navigate(projectHref(project, 'sort', imageQueryParams(query)))}
          onExport={askShown('export')}
          onModelLabels={askShown('model-labels')}
        />
        <Images {...{ shown, total, error, selection, onAddImages }} onOpen={open} />
        <SelectionBar
          {...{ project, selection, total }}
          onAnnotate={annotate}
          onFindAlike={(like) => show({ filter: { like }, sort: 'alike' })}
          onInvert={invertSelection}
          onExport={askPicked('export')}
          onModelLabels={askPicked('model-labels')}
        />
        {picking && <Asking {...picking} project={project} onClose={() => setPicking(undefined)} />}
      </div>
    </div>
  )
}

interface AskingProps extends Picking {
  readonly project: ProjectSlug
  readonly onClose: () => void
}

function Asking({ what, ...rest }: AskingProps) {
  return what === 'export' ? <PickedExportDialog {...rest} /> : <ModelLabelsDialog {...rest} />
}
