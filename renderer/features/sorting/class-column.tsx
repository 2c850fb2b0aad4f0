import type { LabelClass } from '#common/contract/projects'
import { Keycap } from '#renderer/ui/display/keycap'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { CLASS_DIGITS } from '#renderer/ui/keys/keyed'
import { t } from '#renderer/words/words'
import { labelBlock, type Sorter } from './sort-acts.ts'
import styles from './sorting.module.css'

/** The classes with their keys; a press does what the key does. */
export function ClassColumn({ sorter, classes }: { readonly sorter: Sorter; readonly classes: readonly LabelClass[] }) {
  return (
    <aside className={styles.classes} aria-label={t('Classes')} data-panel="classes">
      <h2 className={styles.title}>{t('Classes')}</h2>
      {classes.length === 0 && <p className={styles.none}>{t('No classes yet. Press C to create the first one')}</p>}
      <VirtualList className={styles.classList} count={classes.length} rowHeight={30} label={t('Classes')}>
        {(index) => {
          const label = classes[index]
          return label && <ClassRow key={label.id} {...{ sorter, label }} digit={CLASS_DIGITS[index]} />
        }}
      </VirtualList>
    </aside>
  )
}

interface ClassRowProps {
  readonly sorter: Sorter
  readonly label: LabelClass
  readonly digit: string | undefined
}

function ClassRow({ sorter, label, digit }: ClassRowProps) {
  const press = () => {
    labelBlock(sorter, label)
    document.querySelector<HTMLElement>('[data-panel="images"]')?.focus({ preventScroll: true })
  }
  return (
    <button type="button" className={styles.class} onClick={press}>
      <ClassSwatch color={label.color} />
      <span className="truncate">{label.name}</span>
      {digit !== undefined && <Keycap chord={digit} />}
    </button>
  )
}
