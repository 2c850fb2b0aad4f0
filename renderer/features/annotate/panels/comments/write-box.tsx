import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MAX_COMMENT } from '#common/annotation/comment'
import { holdCommands } from '#renderer/ui/app/commands'
import { Button } from '#renderer/ui/controls/button'
import styles from './comments.module.css'

export interface WriteBoxProps {
  readonly label: string
  /** Text of the button. */
  readonly act: string
  /** Initial text of the field. */
  readonly initial?: string
  readonly onSend: (text: string) => Promise<boolean>
  readonly onClose: () => void
}

/** A few lines of text: Enter sends, Shift+Enter begins a line, Esc gives up. What could not be sent stays. */
export function WriteBox({ label, act, initial = '', onSend, onClose }: WriteBoxProps) {
  const [text, setText] = useState(initial)
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  useEffect(() => holdCommands(), [])
  const send = async () => {
    if (text.trim() === '' || isSending) return
    setSending(true)
    const isSent = await onSend(text)
    setSending(false)
    if (isSent) setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && (event.key !== 'Enter' || event.shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else void send()
  }
  return (
    <div className={styles.write}>
      <textarea
        ref={field}
        className={styles.field}
        aria-label={label}
        placeholder={label}
        rows={2}
        maxLength={MAX_COMMENT}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        writes="projects"
        size="small"
        chord="Enter"
        isDisabled={text.trim() === ''}
        isPending={isSending}
        onPress={() => void send()}
      >
        {act}
      </Button>
    </div>
  )
}
