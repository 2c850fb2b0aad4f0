import type { ClassDiff } from '#common/contract/version-diff'
import { cx } from '#renderer/ui/cx'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { SectionTitle } from '#renderer/ui/display/panel'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import type { RecipeRow } from '../recipe-rows.ts'
import type { Choice } from './choice.ts'
import styles from './side-panel.module.css'

interface SidePanelProps {
  readonly recipe: readonly RecipeRow[]
  readonly classes: readonly ClassDiff[]
  readonly choice: Choice
  /** Texts are of no class. */
  readonly hasClasses: boolean
}

/** Preprocessing and classes of one version beside those of the other. */
export function SidePanel({ recipe, classes, choice, hasClasses }: SidePanelProps) {
  return (
    <aside className={styles.panel} aria-label={t('Recipe and classes')}>
      <Recipe rows={recipe} choice={choice} />
      {hasClasses && classes.length > 0 && <Classes classes={classes} choice={choice} />}
    </aside>
  )
}

function Recipe({ rows, choice }: { readonly rows: readonly RecipeRow[]; readonly choice: Choice }) {
  const changed = rows.filter(({ before, after }) => before !== after).length
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <SectionTitle>{t('Recipe')}</SectionTitle>
        <span className="text-3">
          {changed === 0 ? t('the same in both') : t('{{count}} lines changed', { count: changed })}
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="text-3">{t('Images as they are, in both')}</p>
      ) : (
        <table className={styles.recipe}>
          <VersionHeads choice={choice} />
          <tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              <RecipeLine key={line} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function VersionHeads({ choice: { from, to } }: { readonly choice: Choice }) {
  return (
    <thead>
      <tr>
        <th scope="col">{t('Version {{number}}', { number: from })}</th>
        <th scope="col">{t('Version {{number}}', { number: to })}</th>
      </tr>
    </thead>
  )
}

function RecipeLine({ row: { before, after } }: { readonly row: RecipeRow }) {
  if (before === after) {
    return (
      <tr>
        <td colSpan={2} className="text-2">
          {before}
        </td>
      </tr>
    )
  }
  return (
    <tr className={styles.changed}>
      <td className={cx(before === null ? 'text-3' : styles.gone)}>{before ?? t('Not applied|of a step')}</td>
      <td className={cx(after === null ? 'text-3' : 'medium')}>{after ?? t('Not applied|of a step')}</td>
    </tr>
  )
}

const CHANGES = { added: t('new|class'), removed: t('removed|class'), renamed: t('renamed') } as const

function Classes({
  classes,
  choice: { from, to },
}: {
  readonly classes: readonly ClassDiff[]
  readonly choice: Choice
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <SectionTitle>{t('Classes')}</SectionTitle>
        <span className="text-3">{t('annotations per class')}</span>
      </div>
      <table className={styles.classes}>
        <thead>
          <tr>
            <th scope="col">{t('Class')}</th>
            <th scope="col" aria-label={t('Version {{number}}', { number: from })}>
              v{from}
            </th>
            <th scope="col" aria-label={t('Version {{number}}', { number: to })}>
              v{to}
            </th>
          </tr>
        </thead>
        <tbody>
          {classes.map((each) => (
            <ClassLine key={each.id} of={each} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ClassLine({ of: { name, color, change, formerName, before, after } }: { readonly of: ClassDiff }) {
  const amount = (value: number | null) => (value === null ? '–' : count(value))
  return (
    <tr>
      <th scope="row" className={styles.class}>
        <ClassSwatch color={color} />
        <span className={styles.names}>
          <span className={cx('truncate', change === 'removed' && styles.gone)}>{name}</span>
          {change !== null && (
            <span className={styles.change}>
              {formerName === null ? CHANGES[change] : t('was {{name}}', { name: formerName })}
            </span>
          )}
        </span>
      </th>
      <td className="text-2">{amount(before)}</td>
      <td className={cx(before === after ? 'text-2' : 'medium')}>{amount(after)}</td>
    </tr>
  )
}
