import { useState } from 'react'
import { MAX_REASON } from '#common/annotation/review'
import type { ProjectSlug } from '#common/ids'
import { Button } from '#renderer/kit/controls/button'
import { TextField } from '#renderer/kit/controls/text-field'
import { plural } from '#renderer/kit/format'
import { Dialog } from '#renderer/kit/overlay/dialog'
import { keepReason, recentReasons } from '#renderer/kit/review/reasons'

export interface ReasonDialogProps {
  readonly project: ProjectSlug
  readonly images: number
  readonly onReject: (reason: string) => void
  readonly onClose: () => void
}

/** Why many pictures go back to work. */
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
      title={`Reject ${plural(images, 'image')}`}
      facts="They go back to work; images without labels stay as they are"
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" isDisabled={reason === ''} onPress={send}>
            Reject {plural(images, 'image')}
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
          label="Reason"
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
