import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { type Labelling, labellingOf } from '#renderer/data/project-type'
import { useAbility } from '#renderer/data/use-ability'
import { Button } from '#renderer/ui/controls/button'
import { Switch } from '#renderer/ui/controls/switch'
import { TextField } from '#renderer/ui/controls/text-field'
import { useRowHeight } from '#renderer/ui/display/row-height'
import { useRows } from '#renderer/ui/display/use-rows'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useClassActs } from '../../effects/server/use-class-acts.ts'
import { useCountedClasses } from '../../effects/server/use-project-data.ts'
import { ClassRow } from './class-row.tsx'
import styles from './classes-tab.module.css'
import { RenameRow } from './rename-row.tsx'
import { useDragged } from './use-dragged.ts'

const NONE: Readonly<Record<Labelling, string>> = {
  places: t('No class yet. Name the first one above, or draw a shape.'),
  classes: t('No classes yet. Name the classes that images can have.'),
  texts: '',
}

/** Classes for shapes, or for images as a whole, with the key of each. */
export function ClassesTab() {
  const classes = useCountedClasses()
  const type = useEditorState(({ projectType }) => projectType)
  return (
    <>
      <NewClass />
      {classes.length === 0 ? <p className={styles.none}>{NONE[labellingOf(type)]}</p> : <List classes={classes} />}
      {type === 'single-label-classification' && <GoesOn />}
    </>
  )
}

function List({ classes }: { readonly classes: readonly LabelClass[] }) {
  const box = useRef<HTMLUListElement>(null)
  const renamed = useEditorState(({ classTask }) =>
    classTask?.kind === 'rename-in-row' ? classTask.classId : undefined,
  )
  const drag = useDragged(classes)
  const can = useAbility()
  const rowHeight = useRowHeight('item')
  const rows = useRows({
    count: classes.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  return (
    <>
      <Head hasImages={can('change-classes')} />
      <ul ref={box} className={styles.list} aria-label={t('Classes')}>
        <li className={styles.inner} style={{ height: rows.getTotalSize() }} aria-hidden />
        {rows.getVirtualItems().flatMap(({ index, start }) => {
          const label = classes[index]
          if (!label) return []
          const row = { label, place: index, top: start, total: classes.length }
          return label.id === renamed
            ? [<RenameRow key={label.id} {...row} />]
            : [<ClassRow key={label.id} {...row} drag={drag} />]
        })}
      </ul>
    </>
  )
}

/** Headings of the rows' counts, hidden from screen readers: each row names its counts itself. */
function Head({ hasImages }: { readonly hasImages: boolean }) {
  const type = useEditorState(({ projectType }) => projectType)
  const isOfPlaces = labellingOf(type) === 'places'
  return (
    <div className={styles.head} aria-hidden>
      <span className={styles.headName}>{t('Class')}</span>
      {isOfPlaces && <span className={styles.count}>{t('Shapes')}</span>}
      {hasImages && <span className={styles.count}>{t('Images')}</span>}
    </div>
  )
}

/** One hand on the numbers is enough. */
function GoesOn() {
  const editor = useEditor()
  const goesOn = useEditorState(({ options }) => options.goesOn)
  return (
    <div className={styles.foot}>
      <Switch isSelected={goesOn} onChange={(next) => editor.setOptions({ goesOn: next })}>
        {t('Next image after a key')}
      </Switch>
    </div>
  )
}

function NewClass() {
  const [name, setName] = useState('')
  const { create } = useClassActs()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') create.mutate(name.trim(), { onSuccess: () => setName('') })
  }
  return (
    <form className={styles.add} onSubmit={submit}>
      <TextField
        writes="projects"
        label={t('New class')}
        hideLabel
        size="small"
        className={styles.field}
        placeholder={t('New class')}
        value={name}
        onChange={setName}
        maxLength={200}
      />
      <Button
        writes="projects"
        size="small"
        type="submit"
        disabledReason={name.trim() === '' ? t('Type a name first') : undefined}
      >
        <Plus />
        {t('Create')}
      </Button>
    </form>
  )
}
