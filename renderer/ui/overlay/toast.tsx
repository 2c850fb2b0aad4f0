import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { sentenceOf } from '#renderer/data/sentence'
import { t } from '#renderer/words/words'
import { rem } from '../app/ui-scale.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { cardFor, leaveCard } from './cards.ts'
import styles from './toast.module.css'

export interface Notice {
  readonly text: ReactNode
  /** Usually Undo. */
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly chord?: string } | undefined
  /** Stays longer. Without an id it belongs to the current page and is dismissed with it. */
  readonly isError?: boolean | undefined
  /** Stays until it is closed or replaced, for running work. */
  readonly isLasting?: boolean | undefined
  /** A later notice with the same id replaces this one. */
  readonly id?: string | undefined
}

const SHOWN_MS = 6000
/** Long enough for two sentences; hovering pauses it. */
const ERROR_MS = 15_000

/** Pages of errors, by card. */
const pageOf = new Map<string, string>()

/** Shows a toast about something that just happened and is not visible otherwise. */
export function notify({ text, action, isError = false, isLasting = false, id }: Notice): void {
  const card = cardFor(id)
  if (isError && id === undefined) pageOf.set(card, pathNow())
  const leave = () => {
    pageOf.delete(card)
    leaveCard(card)
  }
  const close = () => {
    leave()
    toast.dismiss(card)
  }
  toast.custom(() => <Card text={text} action={action} isError={isError} onClose={close} />, {
    id: card,
    duration: durationOf({ isError, isLasting }),
    onAutoClose: leave,
    onDismiss: leave,
  })
}

/** Removes a notice that no longer applies. */
export function withdraw(id: string): void {
  toast.dismiss(cardFor(id))
}

/** Shows the message of a refused or failed call. */
export function notifyError(error: unknown): void {
  const text = sentenceOf(error)
  notify({ text, isError: true, id: text })
  pageOf.set(cardFor(text), pathNow())
}

function durationOf({ isError, isLasting }: Required<Pick<Notice, 'isError' | 'isLasting'>>): number {
  if (isLasting === true) return Infinity
  return isError === true ? ERROR_MS : SHOWN_MS
}

/** Returns the address of the current page without parameters. */
function pathNow(): string {
  return location.hash.split('?')[0] ?? ''
}

/** Dismisses errors of other pages. */
function dismissLeft(): void {
  for (const [card, path] of pageOf) if (path !== pathNow()) toast.dismiss(card)
}

interface CardProps extends Omit<Notice, 'id' | 'isLasting'> {
  readonly onClose: () => void
}

function Card({ text, action, isError, onClose }: CardProps) {
  const act = () => {
    // The action may raise a notice with the same id, so close first.
    onClose()
    action?.onPress()
  }
  return (
    <div className={styles.toast} role={isError === true ? 'alert' : 'status'}>
      <div className={styles.text}>
        {isError === true && <span className={styles.word}>{t('Not done.')} </span>}
        {text}
      </div>
      {action !== undefined && (
        <Button size="small" variant="quiet" className={styles.act} chord={action.chord} onPress={act}>
          {action.label}
        </Button>
      )}
      <IconButton size="small" icon={X} label={t('Close')} onPress={onClose} />
    </div>
  )
}

interface ToastsProps {
  /** Height to keep free below the toasts, in design pixels. */
  readonly lift: number
  /** Width to keep free beside them, in design pixels. The toasts are then on the left. */
  readonly indent?: number | undefined
}

/** The toasts. The shell mounts it once. */
export function Toasts({ lift, indent }: ToastsProps) {
  useEffect(() => {
    addEventListener('hashchange', dismissLeft)
    return () => removeEventListener('hashchange', dismissLeft)
  }, [])
  const side =
    indent === undefined ? { right: `calc(${rem(16)} + var(--toast-aside, 0px))` } : { left: rem(16 + indent) }
  return (
    <Toaster
      position={indent === undefined ? 'bottom-right' : 'bottom-left'}
      visibleToasts={3}
      gap={8}
      offset={{ ...side, bottom: `calc(${rem(16 + lift)} + var(--toast-lift, 0px))` }}
      expand
      className={styles.toaster ?? ''}
    />
  )
}
