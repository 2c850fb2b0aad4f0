import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useOtherMachine } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { TextArea } from '#renderer/ui/controls/text-area'
import { TextField } from '#renderer/ui/controls/text-field'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { Marked } from '#renderer/words/marked'
import { t } from '#renderer/words/words'
import { readAddresses, reasonAgainst } from './addresses.ts'
import { showFetch } from './entrance/fetch-store.ts'
import { batchName } from './entrance/start-import.ts'
import styles from './fetch-dialog.module.css'

interface FetchDialogProps {
  readonly project: ProjectSlug
  readonly onClose: () => void
}

/** Images from web addresses: the machine where the project lies fetches them, one task for all. */
export function FetchDialog({ project, onClose }: FetchDialogProps) {
  const [text, setText] = useState('')
  const [name, setName] = useState(() => t('Web, {{moment}}', { moment: batchName() }))
  const addresses = readAddresses(text)
  const start = useAct(studio.imports.fetch, {
    errors: 'in-place',
    onDone: ({ taskId }) => {
      showFetch({ taskId, project })
      onClose()
    },
  })
  const reason = reasonAgainst(addresses) ?? (name.trim() === '' ? t('The batch needs a name') : undefined)
  return (
    <Dialog
      title={t('Add images from web addresses')}
      size="medium"
      facts={start.error === null ? addresses.length > 0 && reason : <ErrorLine error={start.error} />}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            writes="projects"
            variant="primary"
            isPending={start.isPending}
            disabledReason={reason}
            onPress={() => start.mutate({ project, batchName: name.trim(), urls: [...addresses] })}
          >
            {addresses.length === 0 ? t('Fetch images') : t('Fetch {{count}} images', { count: addresses.length })}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextArea
          label={t('Addresses, one per line')}
          rows={10}
          isMono
          autoFocus
          placeholder={t('https://example.org/images/quay.jpg')}
          value={text}
          onChange={setText}
        />
        <TextField label={t('Batch')} value={name} maxLength={120} onChange={setName} />
        <WhatIsFetched />
      </div>
    </Dialog>
  )
}

function WhatIsFetched() {
  const hosts = useQuery(queries.session()).data?.trustedHosts ?? []
  const other = useOtherMachine()
  if (other) {
    return (
      <p className={styles.note}>
        {t(
          '{{host}} requests each address itself, under its own rules: it decides which hosts of its own network it trusts. This computer sends it the addresses and contacts no other host.',
          { host: other.host },
        )}
      </p>
    )
  }
  return (
    <p className={styles.note}>
      {t('This computer requests each address directly, without a proxy, cookies or a password.')} {askedWords(hosts)}{' '}
      <Marked
        text={t('To trust a host of your own network, start Tessera with `--trusted-hosts nas.local,camera:8080`.')}
      />
    </p>
  )
}

function askedWords(trusted: readonly string[]): string {
  return trusted.length === 0
    ? t('Only public internet addresses are contacted.')
    : t('Only public internet addresses and the hosts you trust are contacted: {{hosts}}.', {
        hosts: trusted.join(', '),
      })
}
