import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FetchableView } from '#common/contract/models/models'
import { keys, queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { TextField } from '#renderer/ui/controls/text-field'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { announceModel } from '../announce.ts'
import styles from '../dialogs.module.css'
import { sizeText, sourceHost } from '../words.ts'
import { Address, Fact } from './model-facts.tsx'

export interface FetchDialogProps {
  readonly fetchable: FetchableView
  readonly onClose: () => void
}

/** The licence, and where the files come from, before anything is fetched. */
export function FetchDialog({ fetchable, onClose }: FetchDialogProps) {
  const { entry, arrivedBytes } = fetchable
  const { id, name, licence, files } = entry
  const [isAccepted, setAccepted] = useState(false)
  const [folder, setFolder] = useState('')
  const mirror = useQuery(queries.mirror()).data?.mirror
  const client = useQueryClient()
  const fetching = useAct(studio.models.fetch, {
    errors: 'in-place',
    onDone({ taskId }) {
      void client.invalidateQueries({ queryKey: keys.tasks })
      void announceModel(taskId, name)
      onClose()
    },
  })
  const path = folder.trim()
  const isMissing = licence.mustBeAccepted && !isAccepted
  const unstated = files.filter(({ sha256 }) => sha256 === undefined).length
  return (
    <Dialog
      title={t('Download {{name}}', { name })}
      onClose={onClose}
      facts={t('You can keep working.')}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            writes="station"
            variant="primary"
            isPending={fetching.isPending}
            disabledReason={isMissing ? t('Accept the {{licence}} first', { licence: licence.name }) : undefined}
            onPress={() => fetching.mutate({ model: id, acceptsLicence: isAccepted, ...(path && { folder: path }) })}
          >
            {path ? t('Install it') : fetchWord(fetchable)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <dl className={styles.facts}>
          <Fact name={t('From|source')}>{sourceHost(fetchable, mirror)}</Fact>
          <Fact name={t('Size')}>{sizeText(fetchable)}</Fact>
          {arrivedBytes > 0 && <Fact name={t('Already downloaded')}>{bytes(arrivedBytes)}</Fact>}
          <Fact name={t('License')}>
            {licence.name}
            <Address url={licence.url} />
          </Fact>
        </dl>
        {licence.mustBeAccepted && (
          <Checkbox isSelected={isAccepted} onChange={setAccepted}>
            {t('I have read the {{licence}} and accept it', { licence: licence.name })}
          </Checkbox>
        )}
        <p className="caption text-3">
          {unstated === 0
            ? t('Every file is checked against the checksum of the catalog before the model is installed.')
            : t(
                'The publisher states no checksum for some files. They are kept as received, and their checksums are recorded.',
              )}
        </p>
        <FolderField files={files} folder={folder} onChange={setFolder} />
        {fetching.error !== null && <ErrorLine error={fetching.error} word={t('Not fetched')} />}
      </div>
    </Dialog>
  )
}

function fetchWord({ bytes: size, arrivedBytes }: FetchableView): string {
  return size === null ? t('Download it') : t('Download {{size}}', { size: bytes(Math.max(0, size - arrivedBytes)) })
}

interface FolderFieldProps {
  readonly files: FetchableView['entry']['files']
  readonly folder: string
  readonly onChange: (folder: string) => void
}

/** For a machine without a network: the files may lie on a stick, at the paths that they have below their host. */
function FolderField({ files, folder, onChange }: FolderFieldProps) {
  const first = files[0]?.url ?? ''
  return (
    <>
      <TextField
        label={t('Folder to take the files from instead (optional)')}
        value={folder}
        onChange={onChange}
        placeholder={t('/media/usb/models')}
      />
      <p className="caption text-3">
        {t('Of the machine that Tessera runs on, such as a USB stick. It holds {{files}}.', {
          files:
            files.length > 1 ? t('{{names}} and {{number}} more', { names: first, number: files.length - 1 }) : first,
        })}
      </p>
    </>
  )
}
