import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { NamedConnection } from '#renderer/data/in-words'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useOtherMachine } from '#renderer/data/use-ability'
import { useUnwritten } from '#renderer/features/annotate/entrance/unwritten'
import { isUnderWay, uploadStore } from '#renderer/features/imports/entrance/upload-store'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { StateDot, type Tone } from '#renderer/ui/display/marks'
import { ErrorLine } from '#renderer/ui/display/message'
import { PageHead } from '#renderer/ui/display/panel'
import { Menu } from '#renderer/ui/overlay/menu'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { ConnectionDialog } from './connection-dialog.tsx'
import styles from './connection-page.module.css'
import { refusedStore } from './refused.ts'
import { otherServers, whereText } from './words.ts'

export interface ConnectionPageProps {
  /** The connection to be changed at once: its key is asked for. */
  readonly edited?: string | undefined
  readonly onEdit: (id: string | undefined) => void
}

/** Where the projects lie: this machine, or another one with its management API. */
export function ConnectionPage({ edited, onEdit }: ConnectionPageProps) {
  const { data, error } = useQuery(queries.connections())
  const [isAdding, setAdding] = useState(false)
  const changed = data?.connections.find(({ id, kind }) => id === edited && kind === 'profile')
  return (
    <div className={styles.page}>
      <PageHead
        title={t('Connections')}
        note={t('The studio shows the projects of one connection at a time')}
        actions={
          <Button writes="station" variant="primary" onPress={() => setAdding(true)}>
            <Plus />
            {t('Add connection')}
          </Button>
        }
      />
      {error !== null && <ErrorLine error={error} className={styles.error} />}
      {data !== undefined && (
        <div className={styles.scroll}>
          <ul className={styles.list} aria-label={t('Connections')}>
            {data.connections.map((connection) => (
              <Row key={connection.id} connection={connection} onEdit={() => onEdit(connection.id)} />
            ))}
          </ul>
          <p className={styles.about}>
            {t(
              'On another Tessera of the same version, everything works as on this machine. Other servers offer what their management API supports. Keys are stored separately from these addresses: {{where}}.',
              { where: lowerFirst(data.secrets.detail) },
            )}
          </p>
        </div>
      )}
      {isAdding && <ConnectionDialog onClose={() => setAdding(false)} />}
      {changed !== undefined && <ConnectionDialog connection={changed} onClose={() => onEdit(undefined)} />}
    </div>
  )
}

interface RowProps {
  readonly connection: NamedConnection
  readonly onEdit: () => void
}

function Row({ connection, onEdit }: RowProps) {
  const { name, management, isUsed, kind } = connection
  const there = useOtherMachine()
  const refused = useStore(refusedStore, ({ reasons }) => reasons[connection.id])
  const trouble = isUsed ? there?.reason : refused
  return (
    <li className={styles.row} aria-current={isUsed || undefined}>
      <StateDot tone={toneOf(connection, trouble !== null && trouble !== undefined)} />
      <div>
        <div className={styles.name}>
          <span className="medium truncate">{name}</span>
          {management !== null && <span className={`${styles.address} mono truncate`}>{management}</span>}
        </div>
        {trouble !== null && trouble !== undefined ? (
          <div className={styles.trouble}>{trouble}</div>
        ) : (
          <div className={styles.facts}>{factsOf(connection, there).join(' · ')}</div>
        )}
      </div>
      <div className={styles.control}>
        {isUsed ? <span className={styles.inUse}>{t('In use|state')}</span> : <UseButton connection={connection} />}
      </div>
      {kind === 'profile' ? <RowMenu connection={connection} onEdit={onEdit} /> : <span />}
    </li>
  )
}

/** Where the projects lie, how much of the studio works there while it is in use, and the other servers of the connection. */
function factsOf(connection: NamedConnection, inUse: ReturnType<typeof useOtherMachine>): readonly string[] {
  const isOpen = connection.isUsed && inUse?.state === 'open'
  const reach = inUse?.isWhole
    ? t('Same version: everything works there')
    : t('Management API: some commands are unavailable')
  return [whereText(connection), ...(isOpen ? [reach] : []), ...otherServers(connection)]
}

function toneOf({ isUsed }: NamedConnection, isInTrouble: boolean): Tone {
  if (isInTrouble) return 'warn'
  return isUsed ? 'ok' : 'off'
}

function UseButton({ connection: { id, name, hasKey } }: { readonly connection: NamedConnection }) {
  const use = useAct(studio.connections.use)
  const waiting = useUnwritten()
  const isBringing = useStore(uploadStore, ({ uploads }) => uploads.some(isUnderWay))
  const reason = isBringing ? t('Images are still being imported') : waitingWords(waiting)
  return (
    <Button
      writes="station"
      size="small"
      aria-label={t('Use {{name}}', { name })}
      isPending={use.isPending}
      disabledReason={hasKey ? reason : t('Its key is missing. Edit the connection to enter the key')}
      onPress={() => use.mutate({ id })}
    >
      {t('Use')}
    </Button>
  )
}

function RowMenu({ connection: { id, name, isUsed }, onEdit }: RowProps) {
  const restore = () => void studio.connections.restore({ id }).catch(notifyError)
  const remove = useAct(studio.connections.remove, {
    onDone: () => notify({ text: t('“{{name}}” removed', { name }), action: { label: t('Undo'), onPress: restore } }),
  })
  return (
    <Menu
      label={t('What to do with {{name}}', { name })}
      placement="bottom end"
      trigger={<IconButton size="small" icon={Ellipsis} label={t('More of {{name}}', { name })} />}
      entries={[
        { id: 'change', writes: 'station', label: t('Change'), mark: <Pencil />, onAction: onEdit },
        {
          id: 'remove',
          writes: 'station',
          label: t('Remove'),
          mark: <Trash2 />,
          isDanger: true,
          isDisabled: isUsed,
          ...(isUsed && { note: t('in use') }),
          onAction: () => remove.mutate({ id }),
        },
      ]}
    />
  )
}

function waitingWords(waiting: number): string | undefined {
  return waiting > 0 ? t('{{count}} annotation changes are not saved yet', { count: waiting }) : undefined
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
