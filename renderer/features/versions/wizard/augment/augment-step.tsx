import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ProjectType } from '#common/contract/projects'
import { augmentationName, augmentationReach, augmentationShortName } from '#common/versions/describe-augmentation'
import { type AugmentationKey, BOX_STEPS } from '#common/versions/steps'
import { PanelLabel, SectionTitle } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import { WORDING } from '../../recipe.ts'
import type { Draft, Values } from '../draft/draft.ts'
import { settingsOf } from '../draft/settings.ts'
import { obstacleOn, shownSteps } from '../obstacles.ts'
import step from '../step.module.css'
import { StepRow } from '../step-row.tsx'
import type { PreviewAnswer } from '../use-preview.ts'
import { Warnings } from '../warning.tsx'
import { lossSentence } from '../words.ts'
import styles from './augment-step.module.css'
import { CopiesField } from './copies-field.tsx'
import { FieldControl } from './field.tsx'
import { type AugmentRow, BOX_ROWS, WHOLE_ROWS } from './rows.ts'

interface AugmentStepProps {
  readonly type: ProjectType
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly preview: PreviewAnswer | undefined
  readonly problem: string | undefined
  /** Why the core makes no version with so many copies. */
  readonly copiesRefusal: string | undefined
}

/** Variations of the copies of training images. One step is open at a time; steps that are off are one line. */
export function AugmentStep({ type, draft, onChange, preview, problem, copiesRefusal }: AugmentStepProps) {
  const [open, setOpen] = useState<AugmentationKey>()
  const loss = preview && lossSentence(draft, preview)
  const group = { type, draft, onChange, open, setOpen }
  return (
    <>
      <SectionTitle className={step.title}>{t('Augment')}</SectionTitle>
      <CopiesField draft={draft} onChange={onChange} refusal={copiesRefusal} />
      <PanelLabel className={step.group}>{t('Whole image')}</PanelLabel>
      <Rows {...group} rows={WHOLE_ROWS} />
      {shownSteps(BOX_ROWS, type).length > 0 && <BoxRows {...group} />}
      <Warnings texts={[loss, problem]} />
    </>
  )
}

type GroupProps = Pick<AugmentStepProps, 'type' | 'draft' | 'onChange'> & {
  readonly open: AugmentationKey | undefined
  readonly setOpen: (key: AugmentationKey | undefined) => void
}

/** Folded while nobody uses it: the settings of whole images are the usual ones. */
function BoxRows(group: GroupProps) {
  const { type, draft } = group
  const obstacle = BOX_STEPS.map((key) => obstacleOn(key, settingsOf(draft), type)).find((each) => each !== undefined)
  const on = BOX_ROWS.filter(({ key }) => draft.augmentation[key].on).length
  const [isUnfolded, setUnfolded] = useState(on > 0)
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
        <ChevronRight className={styles.arrow} aria-hidden />
        <span>{t('Inside boxes')}</span>
        <span className={styles.note}>
          {on > 0 ? t('{{amount}} on', { amount: on }) : (obstacle ?? t('only what lies in a box changes'))}
        </span>
      </button>
      {isUnfolded && <Rows {...group} rows={BOX_ROWS} />}
    </>
  )
}

function Rows({ type, draft, onChange, open, setOpen, rows }: GroupProps & { readonly rows: readonly AugmentRow[] }) {
  const change = (key: AugmentationKey, part: Partial<Draft['augmentation'][AugmentationKey]>) =>
    onChange({ augmentation: { ...draft.augmentation, [key]: { ...draft.augmentation[key], ...part } } })
  const settings = settingsOf(draft)
  return shownSteps(rows, type).map(({ key, icon, sentence, fields }) => {
    const { on, settings: values } = draft.augmentation[key]
    const setValues = (part: Values) => change(key, { settings: { ...values, ...part } })
    return (
      <StepRow
        key={key}
        icon={icon}
        name={augmentationShortName(key, WORDING)}
        label={augmentationName(key, WORDING)}
        value={augmentationReach(key, settings.augmentation, WORDING)}
        sentence={sentence}
        obstacle={obstacleOn(key, settings, type)}
        isOn={on}
        isOpen={open === key}
        onSwitch={(isOn) => {
          change(key, { on: isOn })
          setOpen(isOn ? key : undefined)
        }}
        onOpen={(isOpen) => setOpen(isOpen ? key : undefined)}
      >
        {fields.map((field) => (
          <FieldControl
            key={field.label}
            field={field}
            values={values}
            onChange={setValues}
            isNamed={fields.filter(({ kind }) => kind === 'amount').length > 1}
          />
        ))}
      </StepRow>
    )
  })
}
