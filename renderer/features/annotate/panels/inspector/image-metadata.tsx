import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { MetadataValue } from '#common/contract/images'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { TextField } from '#renderer/ui/controls/text-field'
import { cx } from '#renderer/ui/cx'
import { PanelLabel } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import styles from './image-about.module.css'
import type { AboutProps } from './image-tags.tsx'
import { readValue, valueText } from './metadata-text.ts'
import { useTagging } from './use-tagging.ts'

/** Named metadata of the image: a text, a number, true or false each. */
export function ImageMetadata({ project, details: { id, metadata } }: AboutProps) {
  const change = useTagging(project, id)
  const entries = Object.entries(metadata).toSorted(([a], [b]) => a.localeCompare(b))
  const put = (key: string, value: MetadataValue, onError: () => void) => {
    const before = metadata[key]
    const back = before === undefined ? { removeMetadata: [key] } : { metadata: { [key]: before } }
    const text = before === undefined ? t('{{name}} added', { name: key }) : t('{{name}} changed', { name: key })
    change({ wanted: { metadata: { [key]: value } }, back, text }, { onError })
  }
  const remove = (key: string, value: MetadataValue) =>
    change({
      wanted: { removeMetadata: [key] },
      back: { metadata: { [key]: value } },
      text: t('{{name}} removed', { name: key }),
    })
  return (
    <section className={styles.section} aria-label={t('Metadata')}>
      <PanelLabel>{t('Metadata')}</PanelLabel>
      {entries.length > 0 && (
        <div className={styles.entries}>
          {entries.map(([key, value]) => (
            <Entry
              key={key}
              name={key}
              value={value}
              onPut={(next, onError) => put(key, next, onError)}
              onRemove={() => remove(key, value)}
            />
          ))}
        </div>
      )}
      <NewEntry taken={Object.keys(metadata)} onAdd={put} />
    </section>
  )
}

interface EntryProps {
  readonly name: string
  readonly value: MetadataValue
  readonly onPut: (value: MetadataValue, onError: () => void) => void
  readonly onRemove: () => void
}

interface Draft {
  readonly text: string
  /** The value that it was typed over. */
  readonly over: MetadataValue
  /** On its way already. */
  readonly isSent: boolean
}

/** Enter or leaving the field writes; Escape takes what was typed back. */
function Entry({ name, value, onPut, onRemove }: EntryProps) {
  // A draft counts only as long as the value is still the one below it.
  const [draft, setDraft] = useState<Draft>()
  const text = draft !== undefined && draft.over === value ? draft.text : valueText(value)
  const write = () => {
    const next = readValue(text.trim())
    if (draft?.isSent === true) return
    if (draft === undefined || next === value) return setDraft(undefined)
    setDraft({ ...draft, isSent: true })
    onPut(next, () => setDraft(undefined))
  }
  return (
    <form
      className={styles.entry}
      onSubmit={(event) => {
        event.preventDefault()
        write()
      }}
    >
      <span className={cx(styles.key, 'mono', 'truncate')} title={name}>
        {name}
      </span>
      <TextField
        writes="projects"
        label={name}
        hideLabel
        size="small"
        value={text}
        maxLength={4000}
        onChange={(typed) => setDraft({ text: typed, over: value, isSent: false })}
        onBlur={write}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(undefined)}
      />
      <IconButton writes="projects" size="small" icon={X} label={t('Remove {{name}}', { name })} onPress={onRemove} />
    </form>
  )
}

interface NewEntryProps {
  readonly taken: readonly string[]
  readonly onAdd: (key: string, value: MetadataValue, onError: () => void) => void
}

function NewEntry({ taken, onAdd }: NewEntryProps) {
  const [key, setKey] = useState('')
  const [text, setText] = useState('')
  const name = key.trim()
  const reason = reasonAgainst(name, taken)
  const add = () => {
    if (reason !== undefined) return
    setKey('')
    setText('')
    onAdd(name, readValue(text.trim()), () => {
      setKey(name)
      setText(text)
    })
  }
  return (
    <form
      className={styles.entry}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField
        writes="projects"
        label={t('New key')}
        hideLabel
        size="small"
        placeholder={t('Key|metadata')}
        maxLength={128}
        value={key}
        onChange={setKey}
      />
      <TextField
        writes="projects"
        label={t('New value')}
        hideLabel
        size="small"
        placeholder={t('Value')}
        maxLength={4000}
        value={text}
        onChange={setText}
      />
      <IconButton
        writes="projects"
        size="small"
        icon={Plus}
        label={t('Add metadata')}
        disabledReason={reason}
        onPress={add}
      />
      <input type="submit" hidden />
    </form>
  )
}

function reasonAgainst(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return t('It needs a key')
  return taken.includes(name) ? t('This key already exists') : undefined
}
