import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { FaultyStore } from '#common/stores/faults'
import { queries } from '#renderer/data/queries'
import { faultWords } from '#renderer/data/read-only'
import { t } from '#renderer/words/words'
import styles from '../banners.module.css'
import { AcceptButton } from './accept-button.tsx'
import { filesBeside, useStoreFiles } from './store-files.ts'

interface ReadOnlyProps {
  /** At least one. */
  readonly stores: readonly FaultyStore[]
}

/** On every page, as long as a database does not match the files beside it: the finding, and the way out. */
export function ReadOnlyBanner({ stores }: ReadOnlyProps) {
  const files = useStoreFiles()
  const folder = useQuery(queries.session()).data?.library.path ?? ''
  const beside = stores.flatMap(({ store }) => filesBeside(files?.find((each) => each.store === store)) ?? [])
  return (
    <div className={styles.banner} role="alert">
      <Lock />
      <span className={styles.text}>
        {titleOf(stores)}: {foundIn(stores)}.{' '}
        {beside.length > 0 && `${t('{{folder}} holds {{files}}.', { folder, files: beside.join(', ') })} `}
        {wayOut(stores)}
      </span>
      <AcceptButton stores={stores} size="small" />
    </div>
  )
}

function titleOf(stores: readonly FaultyStore[]): string {
  const [first] = stores
  if (stores.length > 1) return t('The library and its event store are read-only')
  return first?.store === 'events' ? t('The event store is read-only') : t('The library is read-only')
}

function wayOut(stores: readonly FaultyStore[]): string {
  const [first] = stores
  if (stores.length > 1)
    return t('Nothing has been changed. Restore the correct files and restart Tessera, or accept them as they are.')
  if (first?.fault === 'files-missing')
    return first.store === 'events'
      ? t(
          'Nothing has been changed. Mount or restore the folder and restart Tessera, or accept the event store as it is.',
        )
      : t('Nothing has been changed. Mount or restore the folder and restart Tessera, or accept the library as it is.')
  return first?.store === 'events'
    ? t('Nothing has been changed. Restore the correct file and restart Tessera, or accept the event store as it is.')
    : t('Nothing has been changed. Restore the correct file and restart Tessera, or accept the library as it is.')
}

function foundIn(stores: readonly FaultyStore[]): string {
  return stores.map(faultWords).join('; ')
}
