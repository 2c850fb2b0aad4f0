import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LIKENESS, type SimilarGroups } from '#common/contract/browse/similar'
import type { ImageQuery } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { Button } from '#renderer/kit/controls/button'
import { Slider } from '#renderer/kit/controls/slider'
import { EmptyState, ErrorLine } from '#renderer/kit/display/message'
import { count, percent, plural } from '#renderer/kit/format'
import { keys } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { replace, type SelectionStore } from '../selection/selection.ts'
import { useView } from '../view.ts'
import { allButBest } from './rows.ts'
import styles from './similar.module.css'
import { SimilarList } from './similar.tsx'

export interface SimilarPicturesProps {
  readonly query: ImageQuery
  readonly selection: SelectionStore
  readonly onOpen: (image: ImageId) => void
}

/** Pictures of the query that look alike, group by group, for as alike as one asks. */
export function SimilarPictures({ query, selection, onOpen }: SimilarPicturesProps) {
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
          label="Likeness"
          className={styles.slider}
          min={LIKENESS.least}
          max={LIKENESS.most}
          step={0.01}
          value={wanted}
          valueText={`at least ${percent(wanted)}`}
          onChange={setWanted}
          onChangeEnd={setAlike}
        />
        <span className={`${styles.count} num`} role="status">
          {isFetching || data === undefined ? 'Comparing images…' : foundWords(data)}
        </span>
        {hasGroups && (
          <Button onPress={() => replace(selection, allButBest(data.groups))}>Select all but one of each group</Button>
        )}
      </div>
      {hasGroups && <SimilarList {...{ query, selection, tile, showsLabels, onOpen }} found={data} />}
      {data !== undefined && !hasGroups && !isFetching && (
        <EmptyState title="No images look alike" text="A lower likeness finds images that differ more." />
      )}
    </>
  )
}

function foundWords({ groups, total, images, undescribed }: SimilarGroups): string {
  const told = groups.length < total ? `, the first ${count(groups.length)} shown` : ''
  const rest = undescribed > 0 ? `; ${plural(undescribed, 'image')} not looked at yet` : ''
  return `${plural(images, 'image')} in ${plural(total, 'group')}${told}${rest}`
}
