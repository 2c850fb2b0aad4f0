import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectSlug } from '#common/ids'
import { Button } from '#renderer/kit/controls/button'
import { TextArea } from '#renderer/kit/controls/text-area'
import { TextField } from '#renderer/kit/controls/text-field'
import { ErrorLine } from '#renderer/kit/display/message'
import { plural } from '#renderer/kit/format'
import { Dialog } from '#renderer/kit/overlay/dialog'
import { queries } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { useOtherMachine } from '#renderer/kit/studio/use-ability'
import { useAct } from '#renderer/kit/studio/use-act'
import { readAddresses, reasonAgainst } from './addresses.ts'
import styles from './fetch-dialog.module.css'
import { showFetch } from './fetch-store.ts'
import { batchName } from './start-import.ts'

interface FetchDialogProps {
  readonly project: ProjectSlug
  readonly onClose: () => void
}

/** Pictures from web addresses: the machine where the project lies fetches them, one task for all. */
export function FetchDialog({ project, onClose }: FetchDialogProps) {
  const [text, setText] = useState('')
  const [name, setName] = useState(() => `Web, ${batchName()}`)
  const addresses = readAddresses(text)
  const start = useAct(studio.imports.fetch, {
    errors: 'in-place',
    onDone: ({ taskId }) => {
      showFetch({ taskId, project })
      onClose()
    },
  })
  const reason = reasonAgainst(addresses) ?? (name.trim() === '' ? 'The batch needs a name' : undefined)
  return (
    <Dialog
      title="Add images from web addresses"
      size="medium"
      facts={start.error === null ? addresses.length > 0 && reason : <ErrorLine error={start.error} />}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isPending={start.isPending}
            disabledReason={reason}
            onPress={() => start.mutate({ project, batchName: name.trim(), urls: [...addresses] })}
          >
            {addresses.length === 0 ? 'Fetch images' : `Fetch ${plural(addresses.length, 'image')}`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextArea
          label="Addresses, one a line"
          rows={10}
          isMono
          autoFocus
          placeholder="https://example.org/pictures/quay.jpg"
          value={text}
          onChange={setText}
        />
        <TextField label="Batch" value={name} maxLength={120} onChange={setName} />
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
        {other.host} asks for each address itself, under its own rules: it decides which hosts of its own network it
        trusts. This machine sends it the addresses and asks no other host.
      </p>
    )
  }
  return (
    <p className={styles.note}>
      This machine asks for each address itself, without a proxy, cookies or a password. Only addresses on the open
      internet are asked{hosts.length > 0 && <>, and the hosts you trust: {hosts.join(', ')}</>}. To trust a host of
      your own network, start Tessera with <span className="mono">--trusted-hosts nas.local,camera:8080</span>.
    </p>
  )
}
