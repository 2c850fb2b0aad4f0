import type { ImageCard, ImageRow } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { isFiltered } from '#renderer/kit/app/image-query'
import { Button } from '#renderer/kit/controls/button'
import { EmptyState, ErrorLine } from '#renderer/kit/display/message'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { t } from '#renderer/kit/words/words'
import { Grid } from './grid/grid.tsx'
import styles from './images-page.module.css'
import type { SelectionStore } from './selection/selection.ts'
import { SimilarPictures } from './similar/similar-page.tsx'
import { Table } from './table/table.tsx'
import { CARDS, type Images, ROWS, useImages } from './use-images.ts'
import { useRestingRange } from './use-resting-range.ts'
import type { Shown } from './use-shown.ts'
import { useView } from './view.ts'

export interface ShownImages {
  readonly cards: Images<ImageCard>
  readonly rows: Images<ImageRow>
  /** Those of the two that are on screen. */
  readonly images: Images<ImageCard>
  readonly onRange: (first: number, last: number) => void
}

/** The pictures around those in sight, with as much of each as the layout shows. */
export function useShownImages({ query, layout }: Shown): ShownImages {
  const [range, onRange] = useRestingRange()
  const isTable = layout === 'rows'
  const cards = useImages(query, { ...range, source: CARDS, isOn: !isTable })
  const rows = useImages(query, { ...range, source: ROWS, isOn: isTable })
  return { cards, rows, images: isTable ? rows : cards, onRange }
}

export interface PicturesProps {
  readonly shown: Shown
  readonly found: ShownImages
  readonly selection: SelectionStore
  readonly onOpen: (image: ImageId) => void
  readonly onAddImages: (what: 'folder' | 'files') => Promise<void>
}

/** The pictures of the query in the layout that is chosen, or why there are none. */
export function Pictures({ shown, found, selection, onOpen, onAddImages }: PicturesProps) {
  const { query, layout, show } = shown
  const { cards, rows, images, onRange } = found
  const view = useView()
  const { total, error } = images
  if (error !== null) return <ErrorLine className={styles.error} error={error} />
  if (total === undefined) return null
  if (total === 0) {
    return (
      <Nothing isFiltered={isFiltered(query.filter)} onClear={() => show({ filter: {} })} onAddImages={onAddImages} />
    )
  }
  if (layout === 'similar') return <SimilarPictures {...{ query, selection, onOpen }} />
  const common = { query, total, selection, onRange, onOpen }
  if (layout === 'rows') {
    return <Table {...common} images={rows} columns={view.columns} onSort={(sort) => show({ sort })} />
  }
  return <Grid {...common} images={cards} tile={view.tile} showsLabels={view.showsLabels} />
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
        title={t('No image matches these filters')}
        text={t('A smaller set of filters shows more.')}
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
        title={t('No images yet')}
        {...(can('import') && {
          text: t('Drop pictures or a folder anywhere in this window, or paste one.'),
          action: <Button onPress={() => void onAddImages('folder')}>{t('Open a folder of images')}</Button>,
        })}
      />
    </div>
  )
}
