import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { Button } from '#renderer/ui/controls/button'
import { TextField } from '#renderer/ui/controls/text-field'
import { FilterChip } from '#renderer/ui/display/chip'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import styles from './tag-dialog.module.css'

export interface TagChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

export interface TagDialogProps {
  readonly project: ProjectSlug
  readonly images: number
  readonly onTag: (change: TagChange) => void
  readonly onClose: () => void
}

/** Which tags many images get and lose. */
export function TagDialog({ project, images, onTag, onClose }: TagDialogProps) {
  const known = useQuery(queries.tags(project)).data ?? []
  const [add, setAdd] = useState<readonly string[]>([])
  const [remove, setRemove] = useState<readonly string[]>([])
  const [typed, setTyped] = useState({ add: '', remove: '' })
  const change = { add: withTyped(add, typed.add), remove: withTyped(remove, typed.remove) }
  const isReady = change.add.length + change.remove.length > 0
  const names = known.map(({ name }) => name)
  return (
    <Dialog
      title={t('Tag {{count}} images', { count: images })}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button writes="projects" variant="primary" isDisabled={!isReady} onPress={() => onTag(change)}>
            {t('Change tags')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TagList
          label={t('Add')}
          tags={add}
          typed={typed.add}
          names={names}
          onType={(text) => setTyped({ ...typed, add: text })}
          onChange={setAdd}
          onSubmit={() => isReady && onTag(change)}
          autoFocus
        />
        <TagList
          label={t('Remove')}
          tags={remove}
          typed={typed.remove}
          names={names}
          onType={(text) => setTyped({ ...typed, remove: text })}
          onChange={setRemove}
          onSubmit={() => isReady && onTag(change)}
        />
      </div>
    </Dialog>
  )
}

/** The tags with the text still in the field. */
function withTyped(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed.trim()
  return tag === '' || tags.includes(tag) ? tags : [...tags, tag]
}

interface TagListProps {
  readonly label: string
  readonly tags: readonly string[]
  readonly typed: string
  readonly names: readonly string[]
  readonly onType: (text: string) => void
  readonly onChange: (tags: readonly string[]) => void
  readonly onSubmit: () => void
  readonly autoFocus?: boolean
}

/** Enter takes the tag into the list; in an empty field it is the end. */
function TagList({ label, tags, typed, names, onType, onChange, onSubmit, autoFocus = false }: TagListProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() === '') return onSubmit()
        onChange(withTyped(tags, typed))
        onType('')
      }}
    >
      <TextField
        label={label}
        value={typed}
        onChange={onType}
        maxLength={64}
        suggestions={names.filter((name) => !tags.includes(name))}
        autoFocus={autoFocus}
      />
      {tags.length > 0 && (
        <div className={styles.chips}>
          {tags.map((tag) => (
            <FilterChip
              key={tag}
              label={tag}
              removeLabel={t('Remove {{tag}}', { tag })}
              onRemove={() => onChange(tags.filter((each) => each !== tag))}
            />
          ))}
        </div>
      )}
    </form>
  )
}
