import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Attribute } from '#common/annotation/attribute'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Select } from '#renderer/ui/controls/select'
import { TextField } from '#renderer/ui/controls/text-field'
import { t } from '#renderer/words/words'
import { typedText } from '../../../commands/attributes/read-value.ts'
import styles from './attributes-dialog.module.css'
import { newChoice } from './draft.ts'

export interface AnswersEditorProps {
  readonly attribute: Attribute
  readonly onChange: (attribute: Attribute) => void
}

/** The answers of an attribute, and the one that a new annotation gets. */
export function AnswersEditor({ attribute, onChange }: AnswersEditorProps) {
  switch (attribute.kind) {
    case 'choice':
      return <Choices attribute={attribute} onChange={onChange} />
    case 'yes-no':
      return <YesNo attribute={attribute} onChange={onChange} />
    case 'number':
      return <Numbers attribute={attribute} onChange={onChange} />
    case 'text':
      return <Text attribute={attribute} onChange={onChange} />
  }
}

interface Of<Kind extends Attribute['kind']> {
  readonly attribute: Extract<Attribute, { kind: Kind }>
  readonly onChange: (attribute: Attribute) => void
}

/** No answer at first. */
const NONE = '-'

function Choices({ attribute, onChange }: Of<'choice'>) {
  const { choices, default: usual, ...rest } = attribute
  const named = choices.filter(({ name }) => name.trim() !== '')
  return (
    <>
      <div className={styles.choices}>
        {choices.map((choice, place) => (
          <span key={choice.id} className={styles.choice}>
            <TextField
              label={t('Choice {{number}}', { number: place + 1 })}
              hideLabel
              size="small"
              placeholder={t('Choice {{number}}', { number: place + 1 })}
              value={choice.name}
              onChange={(name) => onChange({ ...attribute, choices: choices.with(place, { ...choice, name }) })}
              onKeyDown={(event) => {
                if (event.key === 'Enter') onChange({ ...attribute, choices: [...choices, newChoice()] })
              }}
              autoFocus={place > 0 && choice.name === ''}
            />
            <IconButton
              size="small"
              icon={X}
              label={t('Remove choice {{number}}', { number: place + 1 })}
              onPress={() =>
                onChange({
                  ...rest,
                  choices: choices.filter((each) => each !== choice),
                  ...(usual !== undefined && usual !== choice.id && { default: usual }),
                })
              }
            />
          </span>
        ))}
        <Button
          size="small"
          variant="quiet"
          onPress={() => onChange({ ...attribute, choices: [...choices, newChoice()] })}
        >
          <Plus />
          {t('Choice')}
        </Button>
      </div>
      <Select
        label={t('Default')}
        labelPlace="left"
        size="small"
        options={[
          { value: NONE, label: t('None|default') },
          ...named.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={usual ?? NONE}
        onChange={(next) => {
          const chosen = choices.find(({ id }) => id === next)
          onChange({ ...rest, choices, ...(chosen && { default: chosen.id }) })
        }}
      />
    </>
  )
}

function YesNo({ attribute, onChange }: Of<'yes-no'>) {
  const { default: usual, ...rest } = attribute
  return (
    <Select
      label={t('Default')}
      labelPlace="left"
      size="small"
      options={[
        { value: NONE, label: t('None|default') },
        { value: 'yes', label: t('Yes') },
        { value: 'no', label: t('No') },
      ]}
      value={usual === undefined ? NONE : usual ? 'yes' : 'no'}
      onChange={(next) => onChange({ ...rest, ...(next !== NONE && { default: next === 'yes' }) })}
    />
  )
}

function Numbers({ attribute, onChange }: Of<'number'>) {
  const { min, max, default: usual, ...rest } = attribute
  const put = (part: { min?: number | undefined; max?: number | undefined; default?: number | undefined }) => {
    const next = { min, max, default: usual, ...part }
    onChange({
      ...rest,
      ...(next.min !== undefined && { min: next.min }),
      ...(next.max !== undefined && { max: next.max }),
      ...(next.default !== undefined && { default: next.default }),
    })
  }
  return (
    <div className={styles.numbers}>
      <OptionalNumber label={t('At least')} value={min} onChange={(next) => put({ min: next })} />
      <OptionalNumber label={t('At most')} value={max} onChange={(next) => put({ max: next })} />
      <OptionalNumber label={t('Default')} value={usual} onChange={(next) => put({ default: next })} />
    </div>
  )
}

interface OptionalNumberProps {
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

function OptionalNumber({ label, value, onChange }: OptionalNumberProps) {
  const [typed, type] = useState(typedText(value))
  const number = Number(typed.replace(',', '.'))
  return (
    <TextField
      label={label}
      size="small"
      placeholder={t('Any|number')}
      value={typed}
      error={Number.isNaN(number) ? t('Type a number') : undefined}
      onChange={(next) => {
        type(next)
        const read = Number(next.replace(',', '.'))
        if (!Number.isNaN(read)) onChange(next.trim() === '' ? undefined : read)
      }}
    />
  )
}

function Text({ attribute, onChange }: Of<'text'>) {
  const { default: usual = '', ...rest } = attribute
  return (
    <TextField
      label={t('Default')}
      labelPlace="left"
      size="small"
      placeholder={t('None|default')}
      value={usual}
      onChange={(next) => onChange({ ...rest, ...(next !== '' && { default: next }) })}
    />
  )
}
