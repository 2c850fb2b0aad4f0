import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LIKENESS, type SimilarGroups } from '#common/contract/browse/similar'
import type { ImageQuery } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { Button } from '#renderer/ui/controls/button'
import { Slider } from '#renderer/ui/controls/slider'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { count, percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { useView } from '../entrance/view.ts'
import { replace, type SelectionStore } from '../selection/selection.ts'
import { allButBest } from './rows.ts'
import styles from './similar.module.css'
import { SimilarList } from './similar.tsx'

export interface SimilarImagesProps {
  readonly query: ImageQuery
  readonly selection: SelectionStore
  readonly onOpen: (image: ImageId) => void
}

/** Images of the query that look alike, group by group, for as alike as one asks. */
export function SimilarImages({ query, selection, onOpen }: SimilarImagesProps) {
  const { project, filter } = query
  const [wanted, setWanted] = useState<number>(LIKENESS.usual)
  const [alike, setAlike] = useState<number>(LIKENESS.usual)
  const { tile, showsLabels } = useView()
  const { data, error, isFetching } = useQuery({
    queryKey: [...keys.images(project), 'similar', filter, alike],
    queryFn: ({ signal }) => studio.similar.groups({ project, filter, alike }, { signal }),
    placeholderData: keepPreviousData,
  })
  const hasGroups = data !== undefined && data.groups.length > 0
  if (error !== null) return <ErrorLine className={styles.error} error={error} />
  return (
    <>
      <div className={styles.bar}>
        <Slider
          label={t('Similarity')}
          className={styles.slider}
          min={LIKENESS.least}
          max={LIKENESS.most}
          step={0.01}
          value={wanted}
          valueText={t('at least {{share}}', { share: percent(wanted) })}
          onChange={setWanted}
          onChangeEnd={setAlike}
        />
        <span className={`${styles.count} num`} role="status">
          {isFetching || data === undefined ? t('Comparing images…') : foundWords(data)}
        </span>
        {hasGroups && (
          <Button onPress={() => replace(selection, allButBest(data.groups))}>
            {t('Select all but one of each group')}
          </Button>
        )}
      </div>
      {hasGroups && <SimilarList {...{ query, selection, tile, showsLabels, onOpen }} found={data} />}
      {data !== undefined && !hasGroups && !isFetching && (
        <EmptyState title={t('No similar images')} text={t('Lower the similarity to find images that differ more.')} />
      )}
    </>
  )
}

function foundWords({ groups, total, images, undescribed }: SimilarGroups): string {
  const inGroups = { images: t('{{count}} images', { count: images }), groups: t('{{count}} groups', { count: total }) }
  const told =
    groups.length < total
      ? t('{{images}} in {{groups}}, the first {{shown}} shown', { ...inGroups, shown: count(groups.length) })
      : t('{{images}} in {{groups}}', inGroups)
  return undescribed > 0 ? `${told}; ${t('{{count}} images not analyzed yet', { count: undescribed })}` : told
}
