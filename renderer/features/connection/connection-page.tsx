import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '#common/contract/workspace/connections'
import { useUnwritten } from '#renderer/features/annotate/workbench/unwritten'
import { isUnderWay, uploadStore } from '#renderer/features/imports/upload-store'
import { Button } from '#renderer/kit/controls/button'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { StateDot, type Tone } from '#renderer/kit/display/marks'
import { ErrorLine } from '#renderer/kit/display/message'
import { PageHead } from '#renderer/kit/display/panel'
import { plural } from '#renderer/kit/format'
import { Menu } from '#renderer/kit/overlay/menu'
import { notify, notifyError } from '#renderer/kit/overlay/toast'
import { queries } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { useOtherMachine } from '#renderer/kit/studio/use-ability'
import { useAct } from '#renderer/kit/studio/use-act'
import { ConnectionDialog } from './connection-dialog.tsx'
import styles from './connection-page.module.css'
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
        title="Connections"
        note="The studio shows the projects of one place at a time"
        actions={
          <Button variant="primary" onPress={() => setAdding(true)}>
            <Plus />
            Add connection
          </Button>
        }
      />
      {error !== null && <ErrorLine error={error} className={styles.error} />}
      {data !== undefined && (
        <div className={styles.scroll}>
          <ul className={styles.list} aria-label="Connections">
            {data.connections.map((connection) => (
              <Row key={connection.id} connection={connection} onEdit={() => onEdit(connection.id)} />
            ))}
          </ul>
          <p className={styles.about}>
            On another machine the studio works over its management API, and does not offer the few things that this has
            no word for. Keys are kept apart from these addresses: {lowerFirst(data.secrets.detail)}.
          </p>
        </div>
      )}
      {isAdding && <ConnectionDialog onClose={() => setAdding(false)} />}
      {changed !== undefined && <ConnectionDialog connection={changed} onClose={() => onEdit(undefined)} />}
    </div>
  )
}

interface RowProps {
  readonly connection: Connection
  readonly onEdit: () => void
}

function Row({ connection, onEdit }: RowProps) {
  const { name, management, isUsed, kind } = connection
  const there = useOtherMachine()
  const trouble = isUsed ? there?.reason : undefined
  const others = otherServers(connection)
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
          <div className={styles.facts}>{[whereText(connection), ...others].join(' · ')}</div>
        )}
      </div>
      <div className={styles.control}>
        {isUsed ? <span className={styles.inUse}>In use</span> : <UseButton connection={connection} />}
      </div>
      {kind === 'profile' ? <RowMenu connection={connection} onEdit={onEdit} /> : <span />}
    </li>
  )
}

function toneOf({ isUsed }: Connection, isInTrouble: boolean): Tone {
  if (!isUsed) return 'off'
  return isInTrouble ? 'warn' : 'ok'
}

function UseButton({ connection: { id, name, hasKey } }: { readonly connection: Connection }) {
  const use = useAct(studio.connections.use)
  const waiting = useUnwritten()
  const isBringing = useStore(uploadStore, ({ uploads }) => uploads.some(isUnderWay))
  const reason = isBringing ? 'Pictures are being brought in' : waitingWords(waiting)
  return (
    <Button
      size="small"
      aria-label={`Use ${name}`}
      isPending={use.isPending}
      disabledReason={hasKey ? reason : 'Its key is missing. Change it to give the key'}
      onPress={() => use.mutate({ id })}
    >
      Use
    </Button>
  )
}

function RowMenu({ connection: { id, name, isUsed }, onEdit }: RowProps) {
  const restore = () => void studio.connections.restore({ id }).catch(notifyError)
  const remove = useAct(studio.connections.remove, {
    onDone: () => notify({ text: `“${name}” is removed`, action: { label: 'Undo', onPress: restore } }),
  })
  return (
    <Menu
      label={`What to do with ${name}`}
      placement="bottom end"
      trigger={<IconButton size="small" icon={Ellipsis} label={`More of ${name}`} />}
      entries={[
        { id: 'change', label: 'Change', mark: <Pencil />, onAction: onEdit },
        {
          id: 'remove',
          label: 'Remove',
          mark: <Trash2 />,
          isDanger: true,
          isDisabled: isUsed,
          ...(isUsed && { note: 'in use' }),
          onAction: () => remove.mutate({ id }),
        },
      ]}
    />
  )
}

function waitingWords(waiting: number): string | undefined {
  return waiting > 0
    ? `${plural(waiting, 'change')} to labels ${waiting === 1 ? 'is' : 'are'} not written yet`
    : undefined
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
