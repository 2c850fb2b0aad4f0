import { TextField } from '#renderer/ui/controls/text-field'
import { ErrorLine } from '#renderer/ui/display/message'
import { PanelLabel, SectionTitle } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import { recipeLines } from '../recipe.ts'
import { settingsOf } from './draft/settings.ts'
import styles from './name-step.module.css'
import step from './step.module.css'
import type { Wizard } from './use-wizard.ts'
import { Warning } from './warning.tsx'

interface NameStepProps {
  readonly number: number | undefined
  readonly wizard: Wizard
  readonly problem: string | undefined
}

/** The last look before the version is frozen. */
export function NameStep({ number, wizard, problem }: NameStepProps) {
  const { draft, name, setName, seed, refusal } = wizard
  const recipe = recipeLines(settingsOf(draft))
  return (
    <>
      <SectionTitle className={step.title}>{t('Name and generate')}</SectionTitle>
      <div className={styles.block}>
        <TextField
          label={t('Name (optional)')}
          placeholder={number === undefined ? '' : t('Version {{number}}', { number })}
          maxLength={120}
          value={name}
          onChange={setName}
          autoFocus
        />
      </div>
      <div className={styles.block}>
        <PanelLabel>{t('Recipe')}</PanelLabel>
        <ul className={styles.recipe}>
          {recipe.length === 0 && <li className="text-3">{t('Images as they are')}</li>}
          {recipe.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div className={styles.block}>
        <PanelLabel>{t('Seed')}</PanelLabel>
        <p className={styles.seed}>{seed}</p>
        <p className={styles.note}>{t('The same images, recipe and seed give the same pixels and annotations.')}</p>
      </div>
      {problem !== undefined && <Warning>{problem}</Warning>}
      {refusal !== null && <ErrorLine error={refusal} className={styles.refusal} />}
    </>
  )
}
