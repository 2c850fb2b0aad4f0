import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KeyRights } from '#common/contract/workspace/keys'
import type { FolderId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { Select } from '#renderer/ui/controls/select'
import { TextField } from '#renderer/ui/controls/text-field'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import styles from './api-keys.module.css'
import { FolderChoice } from './folder-choice.tsx'
import { RIGHTS } from './rights.ts'

/** Makes a key and shows its secret this one time. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [rights, setRights] = useState<KeyRights>('everything')
  const [folders, setFolders] = useState<readonly FolderId[]>()
  const can = useAbility()
  const { data: known = [] } = useQuery({ ...queries.keyFolders(), enabled: can('folders') })
  const create = useAct(studio.keys.create)
  if (create.data !== undefined) return <Secret secret={create.data.secret} onClose={onClose} />
  const make = () => create.mutate({ name: name.trim(), rights, folders: [...(folders ?? [])] })
  const isReady = name.trim() !== '' && folders?.length !== 0 && !create.isPending
  return (
    <Dialog
      title={t('New API key')}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button writes="projects" variant="primary" isDisabled={!isReady} onPress={make}>
            {t('Create key')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) make()
        }}
      >
        <TextField
          label={t('Name')}
          placeholder={t('Where it is used')}
          value={name}
          onChange={setName}
          autoFocus
          maxLength={100}
        />
        <Select
          label={t('Permissions')}
          options={KeyRights.options.map((value) => ({ value, label: RIGHTS[value] }))}
          value={rights}
          onChange={setRights}
        />
        <FolderChoice folders={known} chosen={folders} onChoose={setFolders} />
      </form>
    </Dialog>
  )
}

function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    notify({ text: t('The key is on the clipboard') })
  }
  return (
    <Dialog
      title={t('Copy the key now')}
      subtitle={t('It is shown only this once. Anyone who has it can do what it allows.')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('Done')}</Button>
          <Button variant="primary" autoFocus onPress={() => void copy()}>
            {t('Copy key')}
          </Button>
        </>
      }
    >
      <p className={`mono ${styles.secret}`}>{secret}</p>
    </Dialog>
  )
}
