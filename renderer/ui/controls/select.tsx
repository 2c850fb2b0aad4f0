import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  Select as AriaSelect,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components'
import { t } from '#renderer/words/words'
import { cx } from '../cx.ts'
import menu from '../overlay/menu.module.css'
import styles from './field.module.css'
import { rootClass } from './text-field.tsx'

export interface SelectOption<Value extends string> {
  readonly value: Value
  /** Plain text, also for type-ahead. */
  readonly label: string
  /** One sentence below the label in the list. */
  readonly about?: string | undefined
  /** A mark before the text, such as a color swatch or a dot. */
  readonly mark?: ReactNode
}

export interface SelectProps<Value extends string> {
  readonly label: string
  readonly options: readonly SelectOption<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly hideLabel?: boolean | undefined
  readonly labelPlace?: 'above' | 'left' | undefined
  readonly size?: 'normal' | 'small' | undefined
  readonly placeholder?: string | undefined
  readonly isDisabled?: boolean | undefined
  readonly className?: string | undefined
}

/** A choice of one among more than five; use a segmented control for fewer. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const {
    label,
    options,
    value,
    onChange,
    hideLabel = false,
    labelPlace,
    size,
    placeholder = t('Choose'),
    isDisabled = false,
    className,
  } = props
  const choose = (key: unknown) => {
    const option = options.find((each) => each.value === key)
    if (option !== undefined) onChange(option.value)
  }
  return (
    <AriaSelect
      value={value}
      onChange={choose}
      isDisabled={isDisabled}
      placeholder={placeholder}
      {...(hideLabel && { 'aria-label': label })}
      className={rootClass({ labelPlace, size, hideLabel, className })}
    >
      {!hideLabel && <Label className={styles.label ?? ''}>{label}</Label>}
      <AriaButton className={styles.select ?? ''}>
        <SelectValue className={styles.value ?? ''} />
        <ChevronDown className={styles.chevron} />
      </AriaButton>
      <Popover className={cx(menu.popover, menu.fit)} offset={4}>
        <ListBox className={menu.list ?? ''} items={options.map((option) => ({ id: option.value, ...option }))}>
          {(option) => (
            <ListBoxItem className={menu.item ?? ''} textValue={option.label}>
              {option.mark}
              <span className="truncate">{option.label}</span>
              {option.about !== undefined && <span className={menu.about}>{option.about}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
