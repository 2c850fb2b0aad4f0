import { useQuery } from '@tanstack/react-query'
import type { StoreFiles } from '#common/stores/faults'
import { studio } from '#renderer/data/studio'
import { t } from '#renderer/words/words'

/** Returns the files beside each read-only database; undefined until they are counted. */
export function useStoreFiles(): readonly StoreFiles[] | undefined {
  return useQuery({
    queryKey: ['store-files'],
    queryFn: ({ signal }) => studio.session.storeFiles(undefined, { signal }),
  }).data
}

/** Returns "41 stored images and archives"; undefined until they are counted, or if there are none. */
export function filesBeside(counted: StoreFiles | undefined): string | undefined {
  if (counted === undefined || counted.files === 0) return undefined
  const { store, files: count } = counted
  return store === 'library'
    ? t('{{count}} stored images and archives', { count })
    : t('{{count}} stored media files', { count })
}
