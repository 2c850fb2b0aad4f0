import { useState } from 'react'
import { Button } from '#renderer/ui/controls/button'
import { TextField } from '#renderer/ui/controls/text-field'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import styles from '../dialogs.module.css'

export interface PathDialogProps {
  readonly onPath: (path: string) => void
  readonly onClose: () => void
}

/** For large models: what lies on this machine is read where it lies, and not sent through the page. */
export function PathDialog({ onPath, onClose }: PathDialogProps) {
  const [path, setPath] = useState('')
  const isReady = path.trim() !== ''
  return (
    <Dialog
      title={t('Import a model from this machine')}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" isDisabled={!isReady} onPress={() => onPath(path.trim())}>
            {t('Look at it')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onPath(path.trim())
        }}
      >
        <TextField
          label={t('File or folder')}
          value={path}
          onChange={setPath}
          autoFocus
          placeholder={t('/media/usb/models/cups')}
        />
        <p className="caption text-3">{t('On the machine that Tessera runs on, such as a folder of a USB stick.')}</p>
      </form>
    </Dialog>
  )
}
