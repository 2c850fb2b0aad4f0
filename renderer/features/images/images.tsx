import { useQuery } from '@tanstack/react-query'
import type { ImageId, ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { imagesOf } from '#renderer/features/trash/entrance/words'
import { isFiltered } from '#renderer/ui/app/image-query'
import { navigate, TRASH_HREF } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { t } from '#renderer/words/words'
import { useView } from './entrance/view.ts'
import { Grid } from './grid/grid.tsx'
import styles from './images-page.module.css'
import type { SelectionStore } from './selection/selection.ts'
import { SimilarImages } from './similar/similar-page.tsx'
import { Table } from './table/table.tsx'
import { useFaulty } from './use-faulty.ts'
import { CARDS, ROWS, useImages } from './use-images.ts'
import { useRestingRange } from './use-resting-range.ts'
import type { Shown } from './use-shown.ts'

export interface ImagesProps {
  readonly shown: Shown
  /** Number of images; undefined until the first answer. */
  readonly total: number | undefined
  readonly error: Error | null
  readonly selection: SelectionStore
  readonly onOpen: (image: ImageId) => void
  readonly onAddImages: (what: 'folder' | 'files') => Promise<void>
}

/** The images of the query in the layout that is chosen, or why there are none. */
export function Images({ shown, total, error, selection, onOpen, onAddImages }: ImagesProps) {
  const { query, layout, show } = shown
  if (error !== null) return <ErrorLine className={styles.error} error={error} />
  if (total === undefined) return null
  if (total === 0) {
    return (
      <Nothing
        project={query.project}
        isFiltered={isFiltered(query.filter)}
        onClear={() => show({ filter: {} })}
        onAddImages={onAddImages}
      />
    )
  }
  if (layout === 'similar') return <SimilarImages {...{ query, selection, onOpen }} />
  return layout === 'rows' ? (
    <Rows {...{ query, selection, onOpen, show }} />
  ) : (
    <Cards {...{ query, selection, onOpen, show }} />
  )
}

interface LayoutProps extends Pick<Shown, 'query' | 'show'>, Pick<ImagesProps, 'selection' | 'onOpen'> {}

/** The cards in view. The visible range is state of this component alone: scrolling re-renders nothing else. */
function Cards({ query, selection, onOpen }: LayoutProps) {
  const [range, onRange] = useRestingRange()
  const images = useImages(query, { ...range, source: CARDS })
  const { tile, showsLabels } = useView()
  const faulty = useFaulty(query.project, images, range)
  if (images.total === undefined) return null
  return <Grid {...{ query, images, total: images.total, selection, onRange, onOpen, tile, showsLabels, faulty }} />
}

function Rows({ query, selection, onOpen, show }: LayoutProps) {
  const [range, onRange] = useRestingRange()
  const images = useImages(query, { ...range, source: ROWS })
  const { columns } = useView()
  if (images.total === undefined) return null
  return (
    <Table
      {...{ query, images, total: images.total, selection, onRange, onOpen, columns }}
      onSort={(sort) => show({ sort })}
    />
  )
}

interface NothingProps {
  readonly project: ProjectSlug
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly onAddImages: (what: 'folder' | 'files') => Promise<void>
}

/** How many images of the project are in the trash. */
function useTrashed(project: ProjectSlug): number {
  const can = useAbility()
  const items = useQuery({ ...queries.trash(), enabled: can('trash') }).data ?? []
  return imagesOf(items, project)
}

function Nothing({ project, isFiltered: filtered, onClear, onAddImages }: NothingProps) {
  const can = useAbility()
  const trashed = useTrashed(project)
  if (filtered) {
    return (
      <EmptyState
        title={t('No image matches these filters')}
        text={t('Remove filters to see more.')}
        action={<Button onPress={onClear}>{t('Clear filters')}</Button>}
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
        title={trashed > 0 ? t('{{count}} images are in the trash', { count: trashed }) : t('No images yet')}
        {...(can('import') && {
          text: t('Drop images or a folder anywhere in this window, or paste one.'),
          action: (
            <>
              {trashed > 0 && <Button onPress={() => navigate(TRASH_HREF)}>{t('Open the trash')}</Button>}
              <Button writes="projects" onPress={() => void onAddImages('folder')}>
                {t('Open a folder of images')}
              </Button>
            </>
          ),
        })}
      />
    </div>
  )
}
