import { type ReactNode, useState } from 'react'
import type { Attribute } from '#common/annotation/attribute'
import type { AttributeValue } from '#common/annotation/marks'
import type { LabelClass } from '#common/contract/projects'
import { Select } from '#renderer/ui/controls/select'
import { TextField } from '#renderer/ui/controls/text-field'
import { t } from '#renderer/words/words'
import { askedOf, sayOfSelection, sharedValue } from '../../commands/attributes/attributes.ts'
import { rangeWords, readValue, typedText } from '../../commands/attributes/read-value.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useSelectedShapes } from '../../editor/hooks/use-selected.ts'

const NO_CLASSES: readonly LabelClass[] = []

/** Attributes of the selection, as lines of the inspector. */
export function AttributeFields() {
  const editor = useEditor()
  const shapes = useSelectedShapes()
  const asked = askedOf(shapes, useEditorState(({ classes }) => classes) ?? NO_CLASSES)
  return (
    <>
      {asked.map((attribute) => {
        const shared = sharedValue(attribute, shapes)
        return (
          <Line key={attribute.id} attribute={attribute} isMissing={attribute.isRequired && shared.value === undefined}>
            <AttributeField
              key={`${shapes.map(({ id }) => id).join(' ')} ${String(shared.value)}`}
              attribute={attribute}
              {...shared}
              onSay={(value) => sayOfSelection(editor, attribute, value)}
            />
          </Line>
        )
      })}
    </>
  )
}

interface LineProps {
  readonly attribute: Attribute
  readonly isMissing: boolean
  readonly children: ReactNode
}

function Line({ attribute, isMissing, children }: LineProps) {
  return (
    <>
      <dt className="truncate" title={attribute.name}>
        {attribute.name}
        {isMissing && <span title={t('Required on every annotation')}> *</span>}
      </dt>
      <dd>{children}</dd>
    </>
  )
}

interface AttributeFieldProps {
  readonly attribute: Attribute
  readonly value: AttributeValue | undefined
  readonly isMixed: boolean
  readonly onSay: (value: AttributeValue | undefined) => void
}

function AttributeField(props: AttributeFieldProps) {
  const { kind } = props.attribute
  return kind === 'choice' || kind === 'yes-no' ? <ChoiceField {...props} /> : <TypedField {...props} />
}

/** No identifier of a choice. */
const UNSAID = '-'

function ChoiceField({ attribute, value, isMixed, onSay }: AttributeFieldProps) {
  const choices = optionsOf(attribute)
  const chosen = choices.find((each) => each.said === value)?.value ?? UNSAID
  return (
    <Select
      label={attribute.name}
      hideLabel
      size="small"
      placeholder={t('Mixed')}
      options={[{ value: UNSAID, label: t('Not set') }, ...choices]}
      value={isMixed ? null : chosen}
      onChange={(next) => onSay(choices.find((each) => each.value === next)?.said)}
    />
  )
}

function optionsOf(attribute: Attribute) {
  if (attribute.kind === 'choice') {
    return attribute.choices.map(({ id, name }) => ({ value: String(id), label: name, said: String(id) }))
  }
  return [
    { value: 'yes', label: t('Yes'), said: true },
    { value: 'no', label: t('No'), said: false },
  ]
}

/** A number or a text; it is said when the field is left or Enter is pressed. */
function TypedField({ attribute, value, isMixed, onSay }: AttributeFieldProps) {
  const shown = typedText(value)
  const [typed, type] = useState(shown)
  const read = readValue(attribute, typed)
  const say = () => {
    if (typed !== shown && read.ok) onSay(read.value)
  }
  return (
    <TextField
      label={attribute.name}
      hideLabel
      size="small"
      placeholder={isMixed ? t('Mixed') : rangeWords(attribute)}
      value={typed}
      onChange={type}
      error={read.ok ? undefined : read.error}
      onBlur={say}
      onKeyDown={(event) => {
        if (event.key === 'Enter') say()
        if (event.key === 'Escape') type(shown)
      }}
    />
  )
}
