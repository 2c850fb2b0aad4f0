import { useState } from 'react'
import type { ShownDetails } from '#common/contract/images'
import type { ProjectSlug } from '#common/ids'
import { TextField } from '#renderer/ui/controls/text-field'
import { FilterChip } from '#renderer/ui/display/chip'
import { PanelLabel } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import styles from './image-about.module.css'
import { useTagging } from './use-tagging.ts'

export interface AboutProps {
  readonly project: ProjectSlug
  readonly details: ShownDetails
}

export function ImageTags({ project, details: { id, tags } }: AboutProps) {
  const [text, setText] = useState('')
  const change = useTagging(project, id)
  const add = () => {
    const tag = text.trim()
    if (tag === '') return
    setText('')
    if (tags.includes(tag)) return
    const wanted = { wanted: { addTags: [tag] }, back: { removeTags: [tag] }, text: t('Tag {{tag}} added', { tag }) }
    change(wanted, { onError: () => setText(tag) })
  }
  const remove = (tag: string) =>
    change({ wanted: { removeTags: [tag] }, back: { addTags: [tag] }, text: t('Tag {{tag}} removed', { tag }) })
  return (
    <section className={styles.section} aria-label={t('Tags')}>
      <PanelLabel>{t('Tags')}</PanelLabel>
      {tags.length > 0 && (
        <div className={styles.tags}>
          {tags.map((tag) => (
            <FilterChip
              writes="projects"
              key={tag}
              label={tag}
              removeLabel={t('Remove tag {{tag}}', { tag })}
              onRemove={() => remove(tag)}
            />
          ))}
        </div>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextField
          writes="projects"
          label={t('Add a tag')}
          hideLabel
          size="small"
          placeholder={t('Add a tag')}
          maxLength={64}
          value={text}
          onChange={setText}
        />
      </form>
    </section>
  )
}
