import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '#renderer/words/words'
import { IconButton } from '../controls/icon-button.tsx'
import { cx } from '../cx.ts'
import { notifyError } from '../overlay/toast.tsx'
import styles from './code-block.module.css'

export interface CodeBlockProps {
  readonly label: string
  readonly text: string
  /** Text to copy, where it is more than the text shown. */
  readonly whole?: string | undefined
  /** Takes the height that is left and scrolls in it. */
  readonly fills?: boolean
}

/** Text for programs, with a button that copies it. */
export function CodeBlock({ label, text, whole = text, fills = false }: CodeBlockProps) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === whole
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(whole)
      setCopied(whole)
    } catch {
      notifyError(t('Could not copy the text: this browser allows it only on secure pages. Select it and copy it'))
    }
  }
  return (
    <div className={cx(styles.block, fills && styles.fills)}>
      {/* Long lines are read by scrolling, which the keyboard does too. */}
      <pre className={cx(styles.code, 'mono')} tabIndex={0} aria-label={label} role="region">
        {text}
      </pre>
      <IconButton
        size="small"
        icon={isCopied ? Check : Copy}
        label={isCopied ? t('Copied') : t('Copy {{text}}', { text: label })}
        placement="left"
        className={styles.copy}
        onPress={() => void copy()}
      />
    </div>
  )
}
