import { useQueries, useQuery } from '@tanstack/react-query'
import type { ImageLayout, ViewedImages } from '#common/contract/browse/saved-views'
import type { ImageQuery } from '#common/contract/images'
import { labelNoun } from '#renderer/data/project-type'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { useLabelling } from '#renderer/data/use-labelling'
import { Select } from '#renderer/ui/controls/select'
import { FilterChip } from '#renderer/ui/display/chip'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { activeFilters } from '../filter.ts'
import { SearchBox } from '../search/search-box.tsx'
import { Acts, type ActsProps } from './acts.tsx'
import styles from './bar.module.css'
import { LayoutControls } from './layout-controls.tsx'
import { sortOptions } from './sorts.ts'

export interface BarProps extends Omit<ActsProps, 'project'> {
  readonly query: ImageQuery
  readonly layout: ImageLayout
  readonly onShow: (next: Partial<ViewedImages>) => void
}

export function Bar(props: BarProps) {
  const { query, shown, all, layout, onShow } = props
  const { filter, project } = query
  const can = useAbility()
  const labels = labelNoun(useLabelling(project))
  return (
    <div className={styles.bar} data-panel>
      <SearchBox project={project} filter={filter} onChange={(next) => onShow({ filter: next })} />
      <FilterChips query={query} onShow={onShow} />
      {shown !== undefined && all !== undefined && (
        <span className={`${styles.count} num`} role="status">
          {t('{{done}} of {{total}}', { done: count(shown), total: count(all) })}
        </span>
      )}
      <div className={styles.right}>
        {can('sort') && layout !== 'similar' && (
          <Select
            label={t('Sort')}
            hideLabel
            size="small"
            className={styles.sort}
            options={sortOptions(labels, {
              now: query.sort,
              isLike: filter.like !== undefined,
              canTriage: can('triage'),
            })}
            value={query.sort}
            onChange={(sort) => onShow({ sort })}
          />
        )}
        <LayoutControls layout={layout} onLayout={(next) => onShow({ layout: next })} />
        <Acts {...props} project={project} />
      </div>
    </div>
  )
}

function FilterChips({ query: { project, filter }, onShow }: Pick<BarProps, 'query' | 'onShow'>) {
  const classes = useQuery(queries.classes(project)).data ?? []
  const facets = useQuery(queries.facets(project)).data
  const likes = filter.like === undefined ? [] : [filter.like]
  const [liked] = useQueries({ queries: likes.map((image) => queries.image(project, image)) })
  return (
    <div className={styles.chips}>
      {activeFilters(filter, { classes, facets, like: liked?.data?.name }).map(({ key, label, without }) => (
        <FilterChip key={key} label={label} onRemove={() => onShow({ filter: without })} />
      ))}
    </div>
  )
}
