import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ViewedImages } from '#common/contract/browse/saved-views'
import type { ImageFilter, ImageState } from '#common/contract/images'
import type { BatchId, ClassId, ProjectSlug } from '#common/ids'
import { SPLITS, totalOf } from '#common/split'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { useLabelling } from '#renderer/data/use-labelling'
import { useStable } from '#renderer/ui/app/use-stable'
import { SPLIT_NAMES } from '#renderer/ui/display/marks'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { t } from '#renderer/words/words'
import { flip, STATE_NAMES, withProposals } from '../filter.ts'
import { FacetBox } from './facet-box.tsx'
import styles from './facets.module.css'
import { BatchBox, ClassBox } from './named-box.tsx'
import { ReviewBoxes } from './review-boxes.tsx'
import { SavedViews } from './saved-views.tsx'

const STATES = ['done', 'started', 'todo'] as const satisfies readonly ImageState[]
/** Where nobody is told whether a person is done with an image. */
const LABELLED_STATES = ['done', 'todo'] as const satisfies readonly ImageState[]
const LABELLED_NAMES = { done: t('Labeled'), todo: t('Not labeled'), started: t('In progress') } as const

export interface FacetsProps {
  readonly project: ProjectSlug
  readonly shown: ViewedImages
  readonly onChange: (filter: ImageFilter) => void
  readonly onView: (shows: ViewedImages) => void
}

/** Filters, with the number of images each box would show. */
export function FacetColumn({ project, shown, onChange, onView }: FacetsProps) {
  const { filter } = shown
  const facets = useQuery(queries.facets(project)).data
  const classes = useQuery(queries.classes(project)).data ?? []
  const can = useAbility()
  const labelling = useLabelling(project)
  const flipClass = useStable((id: ClassId) => onChange({ ...filter, classes: flip(filter.classes, id) }))
  const flipBatch = useStable((id: BatchId) => onChange({ ...filter, batches: flip(filter.batches, id) }))
  if (facets === undefined) return <aside className={styles.column} />
  const total = totalOf(facets.splits)
  const imagesOf = new Map(facets.classes.map(({ id, images }) => [id, images]))
  return (
    <aside className={styles.column} aria-label={t('Filters')} data-panel>
      {can('saved-views') && <SavedViews {...{ project, shown }} onOpen={onView} />}
      <h2 className={styles.head}>
        <span>{t('Split')}</span> <span aria-hidden>{t('images')}</span>
      </h2>
      {SPLITS.map((split) => (
        <FacetBox
          key={split}
          isOn={filter.splits?.includes(split) === true}
          onFlip={() => onChange({ ...filter, splits: flip(filter.splits, split) })}
          images={facets.splits[split]}
          bar={
            <i
              style={{
                width: `${(100 * facets.splits[split]) / Math.max(1, total)}%`,
                background: `var(--split-${split})`,
              }}
            />
          }
        >
          {SPLIT_NAMES[split]}
        </FacetBox>
      ))}
      {labelling !== 'texts' && (
        <>
          <h2 className={styles.head}>
            <span>{t('Classes')}</span> <span aria-hidden>{t('images')}</span>
          </h2>
          <FacetList items={classes} none={t('No classes yet')}>
            {({ id, name, color }) => (
              <ClassBox
                key={id}
                {...{ id, name, color }}
                images={imagesOf.get(id) ?? 0}
                isOn={filter.classes?.includes(id) === true}
                onFlip={flipClass}
              />
            )}
          </FacetList>
        </>
      )}
      <h2 className={styles.head}>{t('Batch')}</h2>
      <FacetList items={facets.batches} none={t('No batches yet')}>
        {({ id, name, images }) => (
          <BatchBox
            key={id}
            {...{ id, name, images }}
            isOn={filter.batches?.includes(id) === true}
            onFlip={flipBatch}
          />
        )}
      </FacetList>
      <h2 className={styles.head}>{t('State')}</h2>
      {(can('image-states') ? STATES : LABELLED_STATES).map((state) => (
        <FacetBox
          key={state}
          isOn={filter.states?.includes(state) === true}
          onFlip={() => onChange({ ...filter, states: flip(filter.states, state) })}
          images={facets.states[state]}
        >
          {can('image-states') ? STATE_NAMES[state] : LABELLED_NAMES[state]}
        </FacetBox>
      ))}
      <ReviewBoxes {...{ facets, filter, onChange }} />
      {(facets.hasProposals > 0 || filter.hasProposals === true) && (
        <>
          <h2 className={styles.head}>{t('Models')}</h2>
          <FacetBox
            isOn={filter.hasProposals === true}
            onFlip={() => onChange(withProposals(filter, filter.hasProposals !== true))}
            images={facets.hasProposals}
          >
            {t('Has suggestions')}
          </FacetBox>
        </>
      )}
    </aside>
  )
}

interface FacetListProps<Item> {
  readonly items: readonly Item[]
  readonly none: string
  readonly children: (item: Item) => ReactNode
}

/** All of them, and past two hundred a list of its own in which only those in sight exist. */
function FacetList<Item>({ items, none, children }: FacetListProps<Item>) {
  if (items.length === 0) return <p className={styles.none}>{none}</p>
  if (items.length <= 200) return <>{items.map(children)}</>
  return (
    <VirtualList className={styles.long} count={items.length} rowHeight={27}>
      {(index) => {
        const item = items[index]
        return item === undefined ? null : children(item)
      }}
    </VirtualList>
  )
}
