import { TextArea as AriaTextArea, TextField as AriaTextField, Label } from 'react-aria-components'
import { cx } from '../cx.ts'
import styles from './field.module.css'

export interface TextAreaProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly placeholder?: string | undefined
  readonly maxLength?: number | undefined
  readonly className?: string | undefined
}

/** Several lines of text; the field grows with them up to a third of the screen. */
export function TextArea({ label, value, onChange, onBlur, placeholder, maxLength, className }: TextAreaProps) {
  return (
    <AriaTextField
      className={cx(styles.root, className)}
      value={value}
      onChange={onChange}
      {...(onBlur !== undefined && { onBlur })}
      {...(maxLength !== undefined && { maxLength })}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <AriaTextArea className={styles.area ?? ''} placeholder={placeholder ?? ''} rows={1} />
    </AriaTextField>
  )
}
