import { NumberField } from '#renderer/ui/controls/number-field'
import { Segmented } from '#renderer/ui/controls/segmented'
import { ErrorLine } from '#renderer/ui/display/message'
import { t } from '#renderer/words/words'
import type { Draft } from '../draft/draft.ts'
import { stepsOn } from '../draft/settings.ts'
import step from '../step.module.css'
import styles from './copies-field.module.css'

interface CopiesFieldProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly refusal: string | undefined
}

const USUAL = ['1', '2', '3', '5'].map((value) => ({ value, label: `${value}×` }))

/** How many images come out of each training image. */
export function CopiesField({ draft, onChange, refusal }: CopiesFieldProps) {
  const { copies } = draft
  return (
    <div className={styles.copies}>
      <p>{t('Copies per training image')}</p>
      <div className={styles.controls}>
        <Segmented
          label={t('Copies per training image')}
          size="small"
          options={USUAL}
          value={String(copies)}
          onChange={(value) => onChange({ copies: Number(value) })}
        />
        <NumberField
          label={t('Copies per training image')}
          hideLabel
          size="small"
          unit="×"
          className={step.number}
          minValue={1}
          maxValue={1000}
          value={copies}
          onChange={(value) => onChange({ copies: value })}
        />
      </div>
      {refusal === undefined ? (
        <p className={styles.note}>{copiesNote(draft)}</p>
      ) : (
        <ErrorLine error={refusal} className={styles.refusal} />
      )}
    </div>
  )
}

function copiesNote(draft: Draft): string {
  if (stepsOn(draft).length === 0) return t('Turn on a step below to make varied copies.')
  if (draft.copies === 1) return t('Only the original is kept, so the steps below change nothing.')
  return t('The original and up to {{count}} varied copies, in train only.', { count: draft.copies - 1 })
}
