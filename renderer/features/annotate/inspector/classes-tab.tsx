import { Pencil, Plus, Trash2, Waypoints } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { LabelClass } from '#common/contract/projects'
import { Button } from '#renderer/kit/controls/button'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { Switch } from '#renderer/kit/controls/switch'
import { TextField } from '#renderer/kit/controls/text-field'
import { cx } from '#renderer/kit/cx'
import { Keycap } from '#renderer/kit/display/keycap'
import { ClassSwatch } from '#renderer/kit/display/marks'
import { type Labelling, labellingOf } from '#renderer/kit/display/project-type'
import { count, plural } from '#renderer/kit/format'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { CLASS_DIGITS } from '../keys/class-keys.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { ChoiceMark } from '../whole/choice-mark.tsx'
import { isWholeOf } from '../whole/whole-acts.ts'
import { armedClass } from '../workbench/bench.ts'
import { useBench, useDocument, useWorkbench } from '../workbench/session.tsx'
import { giveClass } from '../workbench/shape-acts.ts'
import { useClassActs } from '../workbench/use-class-acts.ts'
import { useShapeCounts } from '../workbench/use-project-data.ts'
import styles from './classes-tab.module.css'

const NONE: Readonly<Record<Labelling, string>> = {
  places: 'No class yet. Name the first one above, or draw a shape.',
  classes: 'No class yet. Name what pictures can be.',
  texts: '',
}

/** What shapes, or pictures as a whole, can be called, with the key of each. */
export function ClassesTab() {
  const classes = useBench((bench) => bench.classes) ?? []
  const counts = useShapeCounts()
  const [renamed, setRenamed] = useState<string>()
  const type = useBench(({ projectType }) => projectType)
  return (
    <>
      <NewClass />
      {classes.length === 0 && <p className={styles.none}>{NONE[labellingOf(type)]}</p>}
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
      {type === 'single-label-classification' && <GoesOn />}
    </>
  )
}

/** One hand on the numbers is enough. */
function GoesOn() {
  const bench = useWorkbench()
  const goesOn = useBench(({ options }) => options.goesOn)
  return (
    <div className={styles.foot}>
      <Switch isSelected={goesOn} onChange={(next) => bench.setOptions({ goesOn: next })}>
        Next picture after a key
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
  const type = useBench(({ projectType }) => projectType)
  const { isOn, mark, labelling } = useRowState(label)
  const digit = CLASS_DIGITS[place]
  return (
    <li className={cx(styles.row, isOn && styles.armed)}>
      <AriaButton
        className={styles.choose ?? ''}
        aria-label={`${label.name}, ${labelling === 'places' ? plural(shapes, 'shape') : plural(shapes, 'picture')}`}
        aria-pressed={isOn}
        onPress={thenCanvas(() => giveClass(bench, label.id))}
      >
        <span className={styles.key}>{digit !== undefined && <Keycap chord={digit} />}</span>
        {mark}
        <ClassSwatch color={label.color} />
        <span className="truncate">{label.name}</span>
      </AriaButton>
      {can('change-classes') && (
        <span className={styles.acts}>
          {type === 'keypoint-detection' && (
            <IconButton
              size="small"
              icon={Waypoints}
              label={`Points of ${label.name}`}
              placement="left"
              onPress={() => bench.set({ skeletonOf: label.id })}
            />
          )}
          <IconButton size="small" icon={Pencil} label={`Rename ${label.name}`} placement="left" onPress={onRename} />
          <IconButton
            size="small"
            icon={Trash2}
            label={`Remove ${label.name}`}
            placement="left"
            disabledReason={
              shapes > 0
                ? `${plural(shapes, labelling === 'places' ? 'shape' : 'picture')} use${shapes === 1 ? 's' : ''} it`
                : undefined
            }
            onPress={() => remove.mutate(label.id)}
          />
        </span>
      )}
      <span className={`${styles.count} num`}>{count(shapes)}</span>
    </li>
  )
}

interface RowState {
  readonly labelling: Labelling
  /** Armed for what is drawn next, or what the picture is. */
  readonly isOn: boolean
  readonly mark: ReactNode
}

function useRowState({ id }: LabelClass): RowState {
  const type = useBench(({ projectType }) => projectType)
  const isArmed = useBench((all) => armedClass(all)?.id === id)
  const isGiven = useDocument((document) => document?.shapes.some(isWholeOf(id)) ?? false)
  const labelling = labellingOf(type)
  if (labelling !== 'classes') return { labelling, isOn: isArmed, mark: null }
  const mark = <ChoiceMark isOn={isGiven} isOnly={type === 'single-label-classification'} />
  return { labelling, isOn: isGiven, mark }
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
