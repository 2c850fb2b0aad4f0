import { Lock } from 'lucide-react'
import { useState } from 'react'
import { type FaultyStore, faultFound, type StoreFault } from '#common/stores/faults'
import { Button } from '#renderer/kit/controls/button'
import { Dialog } from '#renderer/kit/overlay/dialog'
import { notify } from '#renderer/kit/overlay/toast'
import { studio } from '#renderer/kit/studio/studio'
import { useAct } from '#renderer/kit/studio/use-act'
import { fromCore } from '#renderer/kit/words/core/from-core'
import { t } from '#renderer/kit/words/words'
import styles from './banners.module.css'

interface ReadOnlyProps {
  /** At least one. */
  readonly stores: readonly FaultyStore[]
}

/** On every page, as long as a database does not match the files beside it: what was found, and the way out. */
export function ReadOnlyBanner({ stores }: ReadOnlyProps) {
  const [isAsking, ask] = useState(false)
  return (
    <div className={styles.banner} role="alert">
      <Lock />
      <span className={styles.text}>
        {titleOf(stores)}: {foundIn(stores)}.{' '}
        {t('Nothing has been changed. Restore the correct file and restart Tessera, or accept the library as it is.')}
      </span>
      <Button size="small" onPress={() => ask(true)}>
        {t('Accept as it is…')}
      </Button>
      {isAsking && <AcceptDialog stores={stores} onClose={() => ask(false)} />}
    </div>
  )
}

function AcceptDialog({ stores, onClose }: ReadOnlyProps & { readonly onClose: () => void }) {
  const accept = useAct(() => studio.session.acceptStores(), {
    onDone({ isRestarting }) {
      onClose()
      notify({ text: isRestarting ? t('Accepted. Tessera is restarting') : t('Accepted. Restart Tessera to continue') })
    },
  })
  return (
    <Dialog
      title={t('Accept the library as it is?')}
      subtitle={`${foundIn(stores)}.`}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="danger-fill" isDisabled={accept.isPending} onPress={() => accept.mutate(undefined)}>
            {t('Accept and restart')}
          </Button>
        </>
      }
    >
      <div className={styles.losses}>
        <p>
          {t(
            'If you still have the correct file, cancel, quit Tessera, restore the file and start Tessera again. You lose nothing.',
          )}
        </p>
        <p>{t('If you accept:')}</p>
        <ul>
          {stores.flatMap((faulty) => lossesOf(faulty).map((loss) => <li key={loss}>{loss}</li>))}
          <li>
            {t('Unreferenced files move to the library’s “orphans” folder and are permanently deleted after 30 days.')}
          </li>
          {stores.some(({ fault }) => SET_ASIDE.includes(fault)) && (
            <li>{t('An unusable database is kept in the “set-aside” folder.')}</li>
          )}
        </ul>
      </div>
    </Dialog>
  )
}

function titleOf(stores: readonly FaultyStore[]): string {
  const [first] = stores
  if (stores.length > 1) return t('The library and its event store are read-only')
  return first?.store === 'events' ? t('The event store is read-only') : t('The library is read-only')
}

function foundIn(stores: readonly FaultyStore[]): string {
  return stores.map((faulty) => fromCore(faultFound(faulty))).join('; ')
}

/** Nothing of these can be shown or taken over. */
const EMPTIED: readonly StoreFault[] = ['missing', 'empty', 'unreadable']
/** A file gives way here. */
const SET_ASIDE: readonly StoreFault[] = ['unreadable', 'damaged']

function lossesOf({ store, fault }: FaultyStore): readonly string[] {
  const isEmptied = EMPTIED.includes(fault)
  if (store === 'events') {
    return isEmptied
      ? [t('The event store starts empty: all events are lost.')]
      : [t('Events that exist only in the correct events.db are lost.')]
  }
  return isEmptied
    ? [
        t('The library starts empty: all projects, annotations and versions are lost.'),
        t('All stored images become unreferenced.'),
        t('All API keys are lost except the first one.'),
      ]
    : [t('Projects, annotations and versions that exist only in the correct library.db are lost.')]
}
