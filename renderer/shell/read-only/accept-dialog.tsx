import { useId, useState } from 'react'
import {
  ACCEPTANCES,
  type FaultyStore,
  FILE_FOLDERS,
  type StoreFault,
  type StoreFiles,
  type StoreName,
  storeFiles,
} from '#common/stores/faults'
import { faultWords } from '#renderer/data/read-only'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { notify } from '#renderer/ui/overlay/toast'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './accept-dialog.module.css'
import { filesBeside, useStoreFiles } from './store-files.ts'

interface AcceptDialogProps {
  readonly stores: readonly FaultyStore[]
  /** The library's. */
  readonly folder: string
  readonly onClose: () => void
}

/** Names the loss before a database is accepted; of two, each is accepted by itself. */
export function AcceptDialog({ stores, folder, onClose }: AcceptDialogProps) {
  const [only, ...others] = stores
  const [chosen, choose] = useState<readonly StoreName[]>(only && others.length === 0 ? [only.store] : [])
  const files = useStoreFiles()
  const accept = useAct(studio.session.acceptStores, {
    onDone({ isRestarting }) {
      onClose()
      notify({ text: isRestarting ? t('Accepted. Tessera is restarting') : t('Accepted. Restart Tessera to continue') })
    },
  })
  const flip = (store: StoreName, isOn: boolean) =>
    choose(isOn ? [...chosen, store] : chosen.filter((each) => each !== store))
  return (
    <Dialog
      title={others.length === 0 ? titleOf(only?.store) : t('Accept databases as they are?')}
      subtitle={folder}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            variant="danger-fill"
            isPending={accept.isPending}
            disabledReason={chosen.length === 0 ? t('Choose what to accept first') : undefined}
            onPress={() => accept.mutate({ stores: [...chosen] })}
          >
            {t('Accept and restart')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {waysBack(stores).map((way) => (
          <p key={way}>{way}</p>
        ))}
        {stores.map((faulty) => (
          <Store
            key={faulty.store}
            faulty={faulty}
            files={files?.find(({ store }) => store === faulty.store)}
            isChosen={chosen.includes(faulty.store)}
            {...(others.length > 0 && { onChoose: (isOn: boolean) => flip(faulty.store, isOn) })}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** Ways that lose nothing. */
function waysBack(stores: readonly FaultyStore[]): readonly string[] {
  const lacking = stores.filter(({ fault }) => fault === 'files-missing')
  const apart = stores.filter(({ fault }) => fault === 'files-foreign')
  const wrong = stores.filter((store) => !lacking.includes(store))
  return [
    ...(wrong.length === 0
      ? []
      : [
          t(
            'If you still have the correct files, cancel and quit Tessera. Move {{files}} (those that exist) out of the folder, put all the correct files in their place and start Tessera again. You lose nothing if they are the latest ones.',
            { files: wrong.flatMap(({ store }) => storeFiles(store)).join(', ') },
          ),
        ]),
    ...(apart.length === 0
      ? []
      : [
          t('If these files are already the correct ones, replace {{folders}} instead.', { folders: foldersOf(apart) }),
        ]),
    ...(lacking.length === 0
      ? []
      : [
          t(
            'If the missing files still exist, cancel and quit Tessera. Mount or copy back {{folders}} and start Tessera again. You lose nothing.',
            { folders: foldersOf(lacking) },
          ),
        ]),
  ]
}

function foldersOf(stores: readonly FaultyStore[]): string {
  return stores.map(({ store }) => FILE_FOLDERS[store]).join(', ')
}

interface StoreProps {
  readonly faulty: FaultyStore
  readonly files: StoreFiles | undefined
  readonly isChosen: boolean
  /** Absent where there is no choice. */
  readonly onChoose?: (isChosen: boolean) => void
}

function Store({ faulty, files, isChosen, onChoose }: StoreProps) {
  const losses = useId()
  const title = `${NAMES[faulty.store]}: ${faultWords(faulty)}`
  return (
    <section className={styles.store}>
      {onChoose === undefined ? (
        <h3 className="medium">{title}</h3>
      ) : (
        <Checkbox isSelected={isChosen} onChange={onChoose} aria-describedby={losses}>
          <span className="medium">{title}</span>
        </Checkbox>
      )}
      <ul id={losses} aria-label={t('If you accept')}>
        {lossesOf(faulty, files).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </section>
  )
}

const NAMES: Readonly<Record<StoreName, string>> = { library: t('Library'), events: t('Event store') }

function titleOf(store: StoreName | undefined): string {
  return store === 'events' ? t('Accept the event store as it is?') : t('Accept the library as it is?')
}

/** In these a file that is there gives way. */
const SET_ASIDE: readonly StoreFault[] = ['unreadable', 'damaged']

function lossesOf(faulty: FaultyStore, files: StoreFiles | undefined): readonly string[] {
  return [
    ...dataLost(faulty),
    ...filesLost(faulty, files),
    ...(SET_ASIDE.includes(faulty.fault) ? [t('The damaged file is kept in the “set-aside” folder.')] : []),
  ]
}

function dataLost({ store, fault }: FaultyStore): readonly string[] {
  if (fault === 'identity-lost') return NOTHING_LOST
  if (fault === 'files-missing') return [store === 'events' ? MEDIA_LOST : IMAGES_LOST]
  return store === 'events' ? eventsLost(fault) : libraryLost(fault)
}

function eventsLost(fault: StoreFault): readonly string[] {
  if (ACCEPTANCES[fault] === 'emptied') return [t('The event store starts empty: all events are lost.')]
  return fault === 'damaged'
    ? [
        t(
          'events.db is rebuilt if all of its rows can be read. Otherwise the event store starts empty: all events are lost.',
        ),
      ]
    : [t('Events that exist only in the correct events.db are lost.')]
}

function libraryLost(fault: StoreFault): readonly string[] {
  if (ACCEPTANCES[fault] === 'emptied')
    return [
      t('The library starts empty: all projects, annotations and versions are lost.'),
      t('All API keys are lost except the first one.'),
    ]
  return fault === 'damaged'
    ? [
        t(
          'library.db is rebuilt if all of its rows can be read. Otherwise the library starts empty: all projects, annotations and versions are lost, and all API keys except the first one.',
        ),
      ]
    : [t('Projects, annotations, versions and API keys that exist only in the correct library.db are lost.')]
}

const IMAGES_LOST = t(
  'All stored images and archives are lost. Projects and annotations are kept, and an image comes back when its file is uploaded again.',
)
const MEDIA_LOST = t('All stored media files are lost. Events are kept without their files.')
const NOTHING_LOST = [t('Nothing is lost if this database is the latest one.')]

function filesLost({ store, fault }: FaultyStore, files: StoreFiles | undefined): readonly string[] {
  const beside = filesBeside(files)
  if (files === undefined || beside === undefined || files.files === 0) return []
  if (fault === 'damaged')
    return [
      t('If it starts empty, {{files}} move to the “orphans” folder and are permanently deleted after 30 days.', {
        files: beside,
      }),
    ]
  if (files.unreferenced === 0) return []
  if (ACCEPTANCES[fault] === 'emptied')
    return [t('Moved to the “orphans” folder and permanently deleted after 30 days: {{files}}.', { files: beside })]
  if (store === 'events' || files.unreferenced === null)
    return [t('Media files without an event move to the “orphans” folder and are permanently deleted after 30 days.')]
  return [
    t('Moved to the “orphans” folder and permanently deleted after 30 days: {{number}} of {{files}}.', {
      number: count(files.unreferenced),
      files: beside,
    }),
  ]
}
