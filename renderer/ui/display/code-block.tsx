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
  /** Text to copy, if it differs from the text shown. */
  readonly whole?: string | undefined
  /** Whether it takes the remaining height and scrolls. */
  readonly fills?: boolean
}

/** Code or output with a copy button. */
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
      {/* Focusable, so that the keyboard can scroll long lines. */}
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
