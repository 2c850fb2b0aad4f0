import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '#renderer/words/words'
import { holdCommands } from '../app/commands.ts'
import { rem } from '../app/ui-scale.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { cx } from '../cx.ts'
import styles from './dialog.module.css'
import { useFocusBack } from './use-focus-back.ts'

export interface DialogProps {
  readonly title: string
  readonly subtitle?: ReactNode
  /** Width: 420, 640 or 956. */
  readonly size?: 'small' | 'medium' | 'large' | undefined
  /** Fixed height in design pixels, for dialogs with several scrolling parts. */
  readonly height?: number | undefined
  /** Body without padding and scroll bar. */
  readonly isFlush?: boolean | undefined
  /** Left end of the footer: time, counts or a consequence. */
  readonly facts?: ReactNode
  /** Right end of the footer: Cancel, then the primary button. */
  readonly actions?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog for one decision. Open while mounted; Esc, the cross and a press outside close it. */
export function Dialog(props: DialogProps) {
  const { title, subtitle, size = 'small', height, isFlush = false, facts, actions, onClose, children } = props
  useEffect(() => holdCommands(), [])
  useFocusBack()
  return (
    <ModalOverlay className={styles.scrim ?? ''} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal
        className={cx(styles.modal, styles[size])}
        {...(height !== undefined && { style: { height: rem(height) } })}
      >
        <AriaDialog className={styles.dialog ?? ''}>
          <header className={styles.head}>
            <div>
              <Heading slot="title" className={styles.title ?? ''}>
                {title}
              </Heading>
              {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
            </div>
            <IconButton icon={X} label={t('Close')} chord="Escape" className={styles.close} onPress={onClose} />
          </header>
          <div className={cx(styles.body, isFlush && styles.flush)}>{children}</div>
          <Foot facts={facts} actions={actions} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function Foot({ facts, actions }: Pick<DialogProps, 'facts' | 'actions'>) {
  if (facts === undefined && actions === undefined) return null
  return (
    <footer className={styles.foot}>
      <div className={styles.facts}>{facts}</div>
      {actions}
    </footer>
  )
}
