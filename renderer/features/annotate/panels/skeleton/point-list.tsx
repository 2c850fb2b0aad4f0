import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { TextField } from '#renderer/ui/controls/text-field'
import { t } from '#renderer/words/words'
import { type SkeletonDraft, withMoved, withName, withNewPoint, withoutPoint } from './draft.ts'
import styles from './skeleton-editor.module.css'

export interface DraftProps {
  readonly draft: SkeletonDraft
  readonly onChange: (draft: SkeletonDraft) => void
}

/** The names in the order in which points are set; Enter adds the next one. */
export function PointList({ draft, onChange }: DraftProps) {
  const [name, setName] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const amount = draft.points.length
  const shown = useRef(amount)
  useEffect(() => {
    if (amount > shown.current) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    shown.current = amount
  }, [amount])
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onChange(withNewPoint(draft, name.trim()))
    setName('')
  }
  return (
    <>
      <form className={styles.add} onSubmit={add}>
        {/* biome-ignore lint/a11y/noAutofocus: the dialog was opened to name points */}
        <TextField
          label={t('Name of the next point')}
          hideLabel
          autoFocus
          className={styles.field}
          placeholder={amount === 0 ? t('Name of the first point: nose') : t('Name of the next point')}
          value={name}
          onChange={setName}
          maxLength={100}
        />
        <Button type="submit" disabledReason={name.trim() === '' ? t('Type a name first') : undefined}>
          <Plus />
          {t('Add')}
        </Button>
      </form>
      <ol ref={list} className={styles.list}>
        {draft.points.map(({ id, name: known }, place) => (
          <li key={id} className={styles.row}>
            <span className={`${styles.number} num`}>{place + 1}</span>
            <TextField
              label={t('Name of point {{number}}', { number: place + 1 })}
              hideLabel
              size="small"
              className={styles.field}
              value={known}
              onChange={(next) => onChange(withName(draft, id, next))}
              maxLength={100}
            />
            <IconButton
              size="small"
              icon={ArrowUp}
              label={t('Move {{name}} up', { name: known })}
              disabledReason={place === 0 ? t('it is the first') : undefined}
              onPress={() => onChange(withMoved(draft, id, -1))}
            />
            <IconButton
              size="small"
              icon={ArrowDown}
              label={t('Move {{name}} down', { name: known })}
              disabledReason={place === amount - 1 ? t('it is the last') : undefined}
              onPress={() => onChange(withMoved(draft, id, 1))}
            />
            <IconButton
              size="small"
              icon={Trash2}
              label={t('Remove {{name}}', { name: known })}
              onPress={() => onChange(withoutPoint(draft, id))}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
