import { Check } from 'lucide-react'
import type { VersionPlan } from '#common/contract/versions'
import { SPLITS } from '#common/split'
import { cx } from '#renderer/ui/cx'
import { SectionTitle } from '#renderer/ui/display/panel'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './step-rail.module.css'
import { STEPS, type StepId, type Wizard } from './use-wizard.ts'
import { augmentLine, preprocessLines } from './words.ts'

interface StepRailProps {
  readonly title: string
  readonly wizard: Wizard
  readonly plan: VersionPlan | undefined
}

const NAMES: Readonly<Record<StepId, string>> = {
  images: t('Images and split'),
  preprocess: t('Preprocess'),
  augment: t('Augment'),
  name: t('Name and generate'),
}

/** The four steps with what was chosen in each; any of them can be opened at any time. */
export function StepRail({ title, wizard, plan }: StepRailProps) {
  const current = STEPS.indexOf(wizard.step)
  return (
    <nav className={styles.rail} aria-label={t('Steps')}>
      <SectionTitle className={styles.title}>{title}</SectionTitle>
      <ol>
        {STEPS.map((step, place) => (
          <li key={step} className={styles.step}>
            <button
              type="button"
              className={cx(styles.button, place < current && styles.done, place === current && styles.current)}
              aria-current={place === current ? 'step' : undefined}
              onClick={() => wizard.goTo(step)}
            >
              <span className={styles.mark}>{place < current ? <Check aria-hidden /> : place + 1}</span>
              <span className={styles.words}>
                <span className={styles.name}>{NAMES[step]}</span>
                {stepLines(step, wizard, plan).map((line) => (
                  <span key={line} className={styles.line}>
                    {line}
                  </span>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        {t('The version is frozen when it is created. Later edits to the project do not change it.')}
      </p>
    </nav>
  )
}

function stepLines(step: StepId, { draft, name }: Wizard, plan: VersionPlan | undefined): readonly string[] {
  switch (step) {
    case 'images': {
      if (plan === undefined) return []
      const splits = plan.sourceSplits
      return [
        t('{{amount}} labeled', { amount: plan.sources }),
        SPLITS.map((split) => count(splits[split])).join(' / '),
      ]
    }
    case 'preprocess':
      return preprocessLines(draft)
    case 'augment':
      return [augmentLine(draft)]
    case 'name':
      return name.trim() === '' ? [] : [name.trim()]
  }
}
