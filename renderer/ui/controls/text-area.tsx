import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Label,
} from 'react-aria-components'
import { cx } from '../cx.ts'
import styles from './field.module.css'

export interface TextAreaProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  readonly label: string
  readonly rows: number
  readonly placeholder?: string | undefined
  /** For addresses and code, whose lines are not wrapped. */
  readonly isMono?: boolean | undefined
}

/** A field of several lines. */
export function TextArea({ label, rows, placeholder = '', isMono = false, ...rest }: TextAreaProps) {
  return (
    <AriaTextField {...rest} className={styles.root ?? ''}>
      <Label className={styles.label ?? ''}>{label}</Label>
      <AriaTextArea
        className={cx(styles.area, isMono && 'mono')}
        rows={rows}
        placeholder={placeholder}
        {...(isMono && { wrap: 'off', spellCheck: false })}
      />
    </AriaTextField>
  )
}
