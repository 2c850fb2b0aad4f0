import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Attribute } from '#common/annotation/attribute'
import type { LabelClass } from '#common/contract/projects'
import { Button } from '#renderer/ui/controls/button'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Select } from '#renderer/ui/controls/select'
import { TextField } from '#renderer/ui/controls/text-field'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { useClassChanges } from '../use-class-changes.ts'
import { AnswersEditor } from './answers-editor.tsx'
import styles from './attributes-dialog.module.css'
import { type AttributeKind, KIND_NAMES, newAttribute, ofKind, settled } from './draft.ts'

export interface AttributesDialogProps {
  readonly label: LabelClass
  readonly onClose: () => void
}

/** Attributes of every object of a class. */
export function AttributesDialog({ label, onClose }: AttributesDialogProps) {
  const [draft, setDraft] = useState<readonly Attribute[]>(label.attributes ?? [newAttribute()])
  const { update } = useClassChanges()
  const kept = settled(draft)
  const save = () => {
    if ('fault' in kept) return
    update.mutate({ classId: label.id, attributes: kept.attributes })
    onClose()
  }
  return (
    <Dialog
      title={t('Attributes of {{name}}', { name: label.name })}
      subtitle={t(
        'Attributes of every annotation in this class. Renaming an attribute or a choice does not change annotations.',
      )}
      size="medium"
      onClose={onClose}
      facts={'fault' in kept && draft.length > 0 ? kept.fault : undefined}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            writes="projects"
            variant="primary"
            disabledReason={'fault' in kept ? kept.fault : undefined}
            onPress={save}
          >
            {t('Save attributes')}
          </Button>
        </>
      }
    >
      {draft.map((attribute, place) => (
        <Definition
          key={place}
          attribute={attribute}
          onChange={(next) => setDraft(draft.with(place, next))}
          onRemove={() => setDraft(draft.filter((each) => each !== attribute))}
        />
      ))}
      <Button size="small" onPress={() => setDraft([...draft, newAttribute()])}>
        <Plus />
        {t('Add attribute')}
      </Button>
    </Dialog>
  )
}

const KINDS: readonly AttributeKind[] = ['choice', 'yes-no', 'number', 'text']

interface DefinitionProps {
  readonly attribute: Attribute
  readonly onChange: (attribute: Attribute) => void
  readonly onRemove: () => void
}

function Definition({ attribute, onChange, onRemove }: DefinitionProps) {
  const { name, kind, isRequired } = attribute
  const shown = name === '' ? t('the new attribute') : name
  return (
    <section className={styles.attribute} aria-label={shown}>
      <div className={styles.line}>
        <TextField
          label={t('Name')}
          className={styles.name}
          value={name}
          autoFocus={name === ''}
          onChange={(next) => onChange({ ...attribute, name: next })}
        />
        <Select
          label={t('Answer')}
          className={styles.kind}
          options={KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
          value={kind}
          onChange={(next) => onChange(ofKind(attribute, next))}
        />
        <Checkbox isSelected={isRequired} onChange={(next) => onChange({ ...attribute, isRequired: next })}>
          {t('Required')}
        </Checkbox>
        <IconButton icon={Trash2} label={t('Remove {{name}}', { name: shown })} onPress={onRemove} />
      </div>
      <AnswersEditor attribute={attribute} onChange={onChange} />
    </section>
  )
}
