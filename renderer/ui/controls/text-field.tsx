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
  /** Read out even where it is not shown. */
  readonly label: string
  readonly hideLabel?: boolean | undefined
  /** In an inspector the label stands left of the field; in a form above. */
  readonly labelPlace?: 'above' | 'left' | undefined
  readonly size?: 'normal' | 'small' | undefined
  readonly placeholder?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  readonly className?: string | undefined
}

export interface TextFieldProps extends FieldFace, Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  /** A sentence; the field is marked as wrong while it is there. */
  readonly error?: string | undefined
  readonly unit?: string | undefined
  /** Can only be read, with the reason, while that data is read-only. */
  readonly writes?: Written | undefined
  /** Values that the browser offers to fill in. */
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

/** A field with a list is a combination box to a screen reader, also when the list is empty: it has one only with entries. */
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
  /** The same text once more in colours, shown in the place of the plain one. */
  readonly underlay?: ReactNode
  /** The list that hangs below the field while it is open, and the option that Enter takes. */
  readonly list?: { readonly id: string; readonly active: string | undefined } | undefined
}

/** A filter box: Esc or the cross empties it. */
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

/** The colours lie below the text, which is only seen by its caret then; both scroll together. */
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

/** The line below a field that says what is wrong with it. */
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
