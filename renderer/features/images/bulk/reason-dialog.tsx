import { useState } from 'react'
import { MAX_REASON } from '#common/annotation/review'
import type { ProjectSlug } from '#common/ids'
import { Button } from '#renderer/ui/controls/button'
import { TextField } from '#renderer/ui/controls/text-field'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { keepReason, recentReasons } from '#renderer/ui/review/reasons'
import { t } from '#renderer/words/words'

export interface ReasonDialogProps {
  readonly project: ProjectSlug
  readonly images: number
  readonly onReject: (reason: string) => void
  readonly onClose: () => void
}

/** Why many images go back to work. */
export function ReasonDialog({ project, images, onReject, onClose }: ReasonDialogProps) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  const send = () => {
    if (reason === '') return
    keepReason(project, reason)
    onReject(reason)
  }
  return (
    <Dialog
      title={t('Request changes to {{count}} images', { count: images })}
      facts={t('They are reopened; images without annotations stay as they are')}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button writes="projects" variant="primary" isDisabled={reason === ''} onPress={send}>
            {t('Request changes to {{count}} images', { count: images })}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          label={t('Reason')}
          value={typed}
          onChange={setTyped}
          maxLength={MAX_REASON}
          suggestions={recentReasons(project)}
          autoFocus
        />
      </form>
    </Dialog>
  )
}
