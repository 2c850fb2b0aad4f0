import { ChevronDown } from 'lucide-react'
import type { LabelClass } from '#common/contract/projects'
import type { RebalancePreview } from '#common/contract/splits'
import type { ClassId } from '#common/ids'
import { Button } from '#renderer/ui/controls/button'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { ClassSwatch, SplitBar } from '#renderer/ui/display/marks'
import { SectionTitle } from '#renderer/ui/display/panel'
import { Popover } from '#renderer/ui/overlay/popover'
import { t } from '#renderer/words/words'
import styles from './class-balance.module.css'

interface ClassBalanceProps {
  readonly classes: readonly LabelClass[]
  readonly balance: RebalancePreview['classes']
  /** The classes whose images may move; none chosen: all of them. */
  readonly chosen: readonly ClassId[]
  readonly onChoose: (chosen: ClassId[]) => void
}

/** Class by class, as it is and as it will be. */
export function ClassBalance({ classes, balance, chosen, onChoose }: ClassBalanceProps) {
  const byId = new Map(balance.map((entry) => [entry.id, entry]))
  return (
    <div className={styles.classes}>
      <div className={styles.title}>
        <SectionTitle>{t('Classes')}</SectionTitle>
        <ClassChoice classes={classes} chosen={chosen} onChoose={onChoose} />
      </div>
      <div className={styles.table} role="table" aria-label={t('Classes now and after')}>
        <div role="row" className={styles.row}>
          <span role="columnheader" aria-label={t('Class')} />
          <span role="columnheader" className="text-3 caption">
            {t('Now')}
          </span>
          <span role="columnheader" className="text-3 caption">
            {t('After')}
          </span>
        </div>
        {classes.map(({ id, name, color }) => {
          const entry = byId.get(id)
          return (
            <div key={id} role="row" className={styles.row}>
              <span role="cell" className={styles.name}>
                <ClassSwatch color={color} />
                <span className="truncate">{name}</span>
              </span>
              <span role="cell">{entry && <SplitBar counts={entry.now} height={6} />}</span>
              <span role="cell">{entry && <SplitBar counts={entry.after} height={6} />}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function ClassChoice({ classes, chosen, onChoose }: Omit<ClassBalanceProps, 'balance'>) {
  const words =
    chosen.length === 0
      ? t('All {{amount}}', { amount: classes.length })
      : t('{{done}} of {{total}}', { done: chosen.length, total: classes.length })
  const isOn = (id: ClassId) => chosen.includes(id)
  const toggle = (id: ClassId, on: boolean) => {
    const next = classes.map((each) => each.id).filter((each) => (each === id ? on : isOn(each)))
    onChoose(next.length === classes.length ? [] : next)
  }
  return (
    <Popover
      label={t('Classes that may move')}
      placement="bottom end"
      className={styles.popover}
      trigger={
        <Button
          size="small"
          aria-label={t('Classes that may move: {{which}}', { which: words })}
          isDisabled={classes.length === 0}
        >
          {words}
          <ChevronDown className={styles.chevron} />
        </Button>
      }
    >
      <p className={styles.hint}>
        {chosen.length === 0
          ? t('Every image may move. Choose classes to move only images without other classes.')
          : t('Only images that have no classes other than the chosen ones move.')}
      </p>
      {classes.map(({ id, name, color }) => (
        <Checkbox key={id} className={styles.option} isSelected={isOn(id)} onChange={(on) => toggle(id, on)}>
          <ClassSwatch color={color} />
          <span className="truncate">{name}</span>
        </Checkbox>
      ))}
      <Button
        variant="quiet"
        size="small"
        className={styles.all}
        isDisabled={chosen.length === 0}
        onPress={() => onChoose([])}
      >
        {t('All may move')}
      </Button>
    </Popover>
  )
}
