import { useQuery } from '@tanstack/react-query'
import { MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import { FIRST_KEY, type KeyView } from '#common/contract/workspace/keys'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAbility, useOtherMachine } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { ErrorLine } from '#renderer/ui/display/message'
import { Menu } from '#renderer/ui/overlay/menu'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './api-keys.module.css'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RIGHTS } from './rights.ts'
import { Setting } from './setting.tsx'

/** Every key of the workspace: what it may do, and how to take it back. */
export function ApiKeys() {
  const { data, error } = useQuery(queries.apiKeys())
  const [isMaking, setMaking] = useState(false)
  const there = useOtherMachine()
  return (
    <>
      <Setting
        name={there === undefined ? t('Keys of this workspace') : t('Keys of {{place}}', { place: there.name })}
        text={
          there === undefined
            ? t('Other programs use a key to access the servers below. A key is shown only once, when you create it.')
            : t('Other programs use a key to access {{host}}. A key is shown only once, when you create it.', {
                host: there.host,
              })
        }
      >
        <Button writes="projects" size="small" onPress={() => setMaking(true)}>
          <Plus />
          {t('New key')}
        </Button>
      </Setting>
      {error !== null && <ErrorLine error={error} />}
      {data !== undefined && (
        <ul className={styles.list} aria-label={t('API keys')}>
          {data.keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <Setting
          name={t('Public key')}
          text={t('Safe to put in a web page. It identifies the workspace and gives no access here.')}
        >
          <span className="mono">{data.publishable}</span>
        </Setting>
      )}
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
    </>
  )
}

function KeyRow({ apiKey: { id, prefix, ending, createdAt, ...key } }: { readonly apiKey: KeyView }) {
  const name = key.isDefault && key.name === FIRST_KEY ? t('First key') : key.name
  const setDisabled = useAct(studio.keys.setDisabled)
  const can = useAbility()
  const reach = reachWords(key.folders)
  const restore = () => void studio.keys.restore({ id }).catch(notifyError)
  const revoke = useAct(studio.keys.revoke, {
    onDone: () => notify({ text: t('“{{name}}” revoked', { name }), action: { label: t('Undo'), onPress: restore } }),
  })
  const flip = key.isDisabled
    ? {
        id: 'enable',
        writes: 'projects' as const,
        label: t('Enable'),
        onAction: () => setDisabled.mutate({ id, isDisabled: false }),
      }
    : {
        id: 'disable',
        writes: 'projects' as const,
        label: t('Disable'),
        onAction: () => setDisabled.mutate({ id, isDisabled: true }),
      }
  const end = {
    id: 'revoke',
    writes: 'projects' as const,
    label: t('Revoke'),
    onAction: () => revoke.mutate({ id }),
    isDanger: true,
  }
  return (
    <li className={styles.row} data-off={key.isDisabled || undefined}>
      <span className="truncate" title={reach === undefined ? name : `${name}, ${reach}`}>
        <span className="medium">{name}</span>
        {reach !== undefined && <span className="text-2">, {reach}</span>}
      </span>
      <span className="mono">
        {prefix}…{ending}
      </span>
      <span>{key.isDisabled ? t('Disabled') : RIGHTS[key.rights]}</span>
      <span className={styles.date}>{moment(createdAt)}</span>
      <Menu
        label={t('What to do with {{name}}', { name })}
        placement="bottom end"
        trigger={<IconButton size="small" icon={MoreHorizontal} label={t('What to do with {{name}}', { name })} />}
        entries={can('revoke-keys') ? [flip, end] : [flip]}
      />
    </li>
  )
}

/** Nothing for a key of the whole workspace. */
function reachWords(folders: KeyView['folders']): string | undefined {
  if (folders === null) return undefined
  return folders.length === 0 ? t('its folders are deleted') : t('only in {{folders}}', { folders: folders.join(', ') })
}
