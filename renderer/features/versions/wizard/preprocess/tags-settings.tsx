import { useState } from 'react'
import { Segmented } from '#renderer/ui/controls/segmented'
import { TextField } from '#renderer/ui/controls/text-field'
import { t } from '#renderer/words/words'
import type { SettingsProps } from './settings-props.ts'
import styles from './table.module.css'

interface TagsSettingsProps extends SettingsProps<'filter-tags'> {
  /** Tags of the project's images, as far as they are known. */
  readonly tags: readonly string[]
}

const WISHES = [
  { value: 'any', label: t('Any|tag') },
  { value: 'require', label: t('Require') },
  { value: 'exclude', label: t('Exclude') },
] as const

export function TagsSettings({ tags, value, onChange }: TagsSettingsProps) {
  const shown = [...new Set([...tags, ...Object.keys(value)])]
  const decide = (tag: string, wish: (typeof WISHES)[number]['value']) => {
    const { [tag]: _, ...others } = value
    onChange(wish === 'any' ? others : { ...others, [tag]: wish === 'require' })
  }
  return (
    <>
      <ul className={styles.rows} aria-label={t('Tags')}>
        {shown.map((tag) => (
          <li key={tag} className={styles.row}>
            <span className={styles.from} title={tag}>
              {tag}
            </span>
            <Segmented
              label={t('Images tagged {{tag}}', { tag })}
              size="small"
              options={WISHES}
              value={value[tag] === undefined ? 'any' : value[tag] ? 'require' : 'exclude'}
              onChange={(wish) => decide(tag, wish)}
            />
          </li>
        ))}
      </ul>
      <OtherTag onAdd={(tag) => decide(tag, 'require')} />
    </>
  )
}

/** A tag that is not listed, such as one of another machine that does not tell its tags. */
function OtherTag({ onAdd }: { readonly onAdd: (tag: string) => void }) {
  const [text, setText] = useState('')
  const add = () => {
    if (text.trim() !== '') onAdd(text.trim())
    setText('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField
        label={t('Another tag')}
        hideLabel
        size="small"
        placeholder={t('Another tag')}
        maxLength={64}
        value={text}
        onChange={setText}
      />
    </form>
  )
}
