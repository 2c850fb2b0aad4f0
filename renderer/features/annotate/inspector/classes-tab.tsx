import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { LabelClass } from '#common/contract/projects'
import { Button } from '#renderer/kit/controls/button'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { TextField } from '#renderer/kit/controls/text-field'
import { cx } from '#renderer/kit/cx'
import { Keycap } from '#renderer/kit/display/keycap'
import { ClassSwatch } from '#renderer/kit/display/marks'
import { count, plural } from '#renderer/kit/format'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { CLASS_DIGITS } from '../keys/class-keys.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { armedClass } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { giveClass } from '../workbench/shape-acts.ts'
import { useClassActs } from '../workbench/use-class-acts.ts'
import { useShapeCounts } from '../workbench/use-project-data.ts'
import styles from './classes-tab.module.css'

/** What shapes can be called, with the key of each. */
export function ClassesTab() {
  const classes = useBench((bench) => bench.classes) ?? []
  const counts = useShapeCounts()
  const [renamed, setRenamed] = useState<string>()
  return (
    <>
      <NewClass />
      <ul className={styles.list} aria-label="Classes">
        {classes.map((label) =>
          label.id === renamed ? (
            <Rename key={label.id} label={label} onEnd={() => setRenamed(undefined)} />
          ) : (
            <Row
              key={label.id}
              label={label}
              shapes={counts.get(label.id) ?? 0}
              onRename={() => setRenamed(label.id)}
            />
          ),
        )}
      </ul>
    </>
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
        label="New class"
        hideLabel
        size="small"
        className={styles.field}
        placeholder="New class"
        value={name}
        onChange={setName}
        maxLength={200}
      />
      <Button size="small" type="submit" disabledReason={name.trim() === '' ? 'Type a name first' : undefined}>
        <Plus />
        Create
      </Button>
    </form>
  )
}

interface RowProps {
  readonly label: LabelClass
  readonly shapes: number
  readonly onRename: () => void
}

function Row({ label, shapes, onRename }: RowProps) {
  const bench = useWorkbench()
  const { remove } = useClassActs()
  const can = useAbility()
  const place = useBench(({ classes }) => classes?.indexOf(label) ?? -1)
  const isArmed = useBench((all) => armedClass(all)?.id === label.id)
  const digit = CLASS_DIGITS[place]
  return (
    <li className={cx(styles.row, isArmed && styles.armed)}>
      <AriaButton
        className={styles.choose ?? ''}
        aria-label={`${label.name}, ${plural(shapes, 'shape')}`}
        aria-pressed={isArmed}
        onPress={thenCanvas(() => giveClass(bench, label.id))}
      >
        <span className={styles.key}>{digit !== undefined && <Keycap chord={digit} />}</span>
        <ClassSwatch color={label.color} />
        <span className="truncate">{label.name}</span>
      </AriaButton>
      {can('change-classes') && (
        <span className={styles.acts}>
          <IconButton size="small" icon={Pencil} label={`Rename ${label.name}`} placement="left" onPress={onRename} />
          <IconButton
            size="small"
            icon={Trash2}
            label={`Remove ${label.name}`}
            placement="left"
            disabledReason={shapes > 0 ? `${plural(shapes, 'shape')} use${shapes === 1 ? 's' : ''} it` : undefined}
            onPress={() => remove.mutate(label.id)}
          />
        </span>
      )}
      <span className={`${styles.count} num`}>{count(shapes)}</span>
    </li>
  )
}

function Rename({ label, onEnd }: { readonly label: LabelClass; readonly onEnd: () => void }) {
  const [name, setName] = useState(label.name)
  const { rename } = useClassActs()
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (name.trim() !== '' && name.trim() !== label.name) rename.mutate({ classId: label.id, name: name.trim() })
    onEnd()
  }
  return (
    <li className={styles.row}>
      <ClassSwatch color={label.color} />
      <form className={styles.rename} onSubmit={submit}>
        {/* biome-ignore lint/a11y/noAutofocus: the person has just asked for this field */}
        <TextField
          label={`New name of ${label.name}`}
          hideLabel
          size="small"
          autoFocus
          value={name}
          onChange={setName}
          maxLength={200}
          onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
          onBlur={() => submit()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onEnd()
          }}
        />
      </form>
    </li>
  )
}
