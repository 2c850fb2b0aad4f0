import type { LabelClass } from '#common/contract/projects'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { TextField } from '#renderer/ui/controls/text-field'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'
import type { ClassChoice } from '../draft/draft.ts'
import type { SettingsProps } from './settings-props.ts'
import styles from './table.module.css'

interface ClassesSettingsProps extends SettingsProps<'remap'> {
  readonly classes: readonly LabelClass[]
}

/** A table of the project's classes: the name that each gets, and whether it goes in at all. */
export function ClassesSettings({ classes, value, onChange }: ClassesSettingsProps) {
  const { names, leftOut } = value
  const keep = (name: string, isKept: boolean) =>
    onChange({ names, leftOut: isKept ? leftOut.filter((each) => each !== name) : [...leftOut, name] })
  return (
    <>
      <ul className={styles.rows} aria-label={t('Classes of the version')}>
        {classes.map(({ id, name, color }) => (
          <li key={id} className={styles.row}>
            <Checkbox
              aria-label={t('Keep {{name}}', { name })}
              isSelected={!leftOut.includes(name)}
              onChange={(isKept) => keep(name, isKept)}
            />
            <ClassSwatch color={color} />
            <span className={styles.from} title={name}>
              {name}
            </span>
            {leftOut.includes(name) ? (
              <span className={styles.out}>{t('skipped')}</span>
            ) : (
              <TextField
                label={t('New name of {{name}}', { name })}
                hideLabel
                size="small"
                className={styles.to}
                placeholder={name}
                maxLength={200}
                value={names[name] ?? ''}
                onChange={(text) => onChange({ names: { ...names, [name]: text }, leftOut })}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={styles.note}>{outcome(classes, value)}</p>
    </>
  )
}

function outcome(classes: readonly LabelClass[], { names, leftOut }: ClassChoice): string {
  const kept = classes.filter(({ name }) => !leftOut.includes(name))
  const becomes = new Set(kept.map(({ name }) => names[name]?.trim() || name))
  if (becomes.size === 0) return t('No class is left, so every image loses its annotations.')
  return t('{{count}} classes of the project, {{amount}} in the version.', {
    count: classes.length,
    amount: becomes.size,
  })
}
