import { CircleAlert, Search, X } from 'lucide-react'
import { type ReactNode, type Ref, useId, useRef } from 'react'
import {
  Button as AriaButton,
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Group,
  Input,
  Label,
} from 'react-aria-components'
import { useReadOnly, type Written } from '#renderer/data/read-only'
import { t } from '#renderer/words/words'
import { cx } from '../cx.ts'
import styles from './field.module.css'

interface FieldFace {
  /** Accessible name, even where it is not shown. */
  readonly label: string
  readonly hideLabel?: boolean | undefined
  /** Left of the field in an inspector, above it in a form. */
  readonly labelPlace?: 'above' | 'left' | undefined
  readonly size?: 'normal' | 'small' | undefined
  readonly placeholder?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  readonly className?: string | undefined
}

export interface TextFieldProps extends FieldFace, Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  /** Message that marks the field as invalid. */
  readonly error?: string | undefined
  readonly unit?: string | undefined
  /** Data that the field changes. It is not editable, with the reason, while that data is read-only. */
  readonly writes?: Written | undefined
  /** Values for the browser's completion list. */
  readonly suggestions?: readonly string[] | undefined
}

export function TextField(props: TextFieldProps) {
  const { label, hideLabel, labelPlace, size, placeholder, inputRef, className, error, unit, ...others } = props
  const { suggestions, writes, ...rest } = others
  const reason = useReadOnly(writes)
  return (
    <AriaTextField
      {...rest}
      {...(reason !== undefined && { isReadOnly: true })}
      {...(hideLabel === true && { 'aria-label': label })}
      isInvalid={error !== undefined}
      className={rootClass({ labelPlace, size, hideLabel, className })}
    >
      {hideLabel !== true && <Label className={styles.label ?? ''}>{label}</Label>}
      <Group className={styles.box ?? ''} {...(reason !== undefined && { title: reason })}>
        <TextInput inputRef={inputRef} placeholder={placeholder} suggestions={suggestions} />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </Group>
      <FieldProblem text={error} />
    </AriaTextField>
  )
}

/**
 * Screen readers announce a field with a list as a combo box, even when the list is empty, so the list is only set when
 * it has entries.
 */
function TextInput({ inputRef, placeholder, suggestions = [] }: Omit<TextFieldProps, 'label'>) {
  const listId = useId()
  const input = { ref: inputRef ?? null, className: styles.input ?? '', placeholder: placeholder ?? '' }
  if (suggestions.length === 0) return <Input {...input} />
  return (
    <>
      <Input {...input} list={listId} />
      <datalist id={listId}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  )
}

export interface SearchFieldProps extends FieldFace, Omit<AriaSearchFieldProps, 'className' | 'children' | 'style'> {
  readonly trailing?: ReactNode
  /** The same text in colors, shown instead of the plain one. */
  readonly underlay?: ReactNode
  /** The list below the open field, and the option that Enter chooses. */
  readonly list?: { readonly id: string; readonly active: string | undefined } | undefined
}

/** A search box; Esc or the cross clears it. */
export function SearchField(props: SearchFieldProps) {
  const { label, hideLabel = true, labelPlace, size, placeholder, inputRef, className, trailing, ...others } = props
  const { underlay, list, ...rest } = others
  return (
    <AriaSearchField
      {...rest}
      {...(hideLabel && { 'aria-label': label })}
      className={rootClass({ labelPlace, size, hideLabel, className })}
    >
      {({ isEmpty }) => (
        <>
          {!hideLabel && <Label className={styles.label ?? ''}>{label}</Label>}
          <Group className={styles.box ?? ''}>
            <Search className={styles.searchIcon} />
            <PaintedInput {...{ inputRef, underlay, list }} placeholder={placeholder ?? label} />
            {trailing}
            {!isEmpty && (
              <AriaButton className={styles.clear ?? ''} aria-label={t('Clear')}>
                <X />
              </AriaButton>
            )}
          </Group>
        </>
      )}
    </AriaSearchField>
  )
}

type PaintedInputProps = Pick<SearchFieldProps, 'inputRef' | 'underlay' | 'list'> & { readonly placeholder: string }

/** The colored text is under the real one, of which only the caret is visible. Both scroll together. */
function PaintedInput({ inputRef, underlay, list, placeholder }: PaintedInputProps) {
  const paint = useRef<HTMLDivElement>(null)
  if (underlay === undefined) {
    return <Input ref={inputRef ?? null} className={styles.input ?? ''} placeholder={placeholder} />
  }
  return (
    <div className={styles.painted}>
      <div ref={paint} className={styles.paint} aria-hidden>
        {underlay}
      </div>
      <Input
        ref={inputRef ?? null}
        className={styles.input ?? ''}
        placeholder={placeholder}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list !== undefined}
        aria-controls={list?.id}
        aria-activedescendant={list?.active}
        onScroll={({ currentTarget }) => paint.current?.scrollTo({ left: currentTarget.scrollLeft })}
      />
    </div>
  )
}

/** The error message below a field. */
export function FieldProblem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <FieldError className={styles.error ?? ''}>
      <CircleAlert />
      {text}
    </FieldError>
  )
}

export function rootClass(face: Pick<FieldFace, 'labelPlace' | 'size' | 'hideLabel' | 'className'>): string {
  return cx(
    styles.root,
    face.labelPlace === 'left' && face.hideLabel !== true && styles.beside,
    face.size === 'small' && styles.small,
    face.className,
  )
}
