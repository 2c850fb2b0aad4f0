import type { ReactNode } from 'react'
import { NumberField } from '#renderer/kit/controls/number-field'
import { Select } from '#renderer/kit/controls/select'
import { Switch } from '#renderer/kit/controls/switch'
import { t } from '#renderer/kit/words/words'
import type { CutFinish } from '#renderer/tools/smart/finish'
import { KEPT_FORMS, type KeptForm } from '#renderer/tools/smart/outline'
import { keepAsOf } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import styles from './cut-options.module.css'

const FORMS: Readonly<Record<KeptForm, string>> = {
  polygon: t('Polygon'),
  mask: t('Mask'),
  box: t('Box'),
  'rotated-box': t('Rotated box'),
}
const FORM_OPTIONS = KEPT_FORMS.map((value) => ({ value, label: FORMS[value] }))

/** What is made of every cut. The hands get used to it: it survives images, projects and restarts. */
export function CutOptions() {
  const bench = useWorkbench()
  const options = useBench((all) => all.options)
  const { finish } = options
  const setFinish = (part: Partial<CutFinish>) => bench.setOptions({ finish: { ...finish, ...part } })
  return (
    <div className={styles.options}>
      <KeepAs />
      <NumberField
        label={t('Fill holes below')}
        labelPlace="left"
        size="small"
        unit="px²"
        step={10}
        minValue={0}
        maxValue={1_000_000}
        value={finish.holesBelow}
        onChange={(holesBelow) => setFinish({ holesBelow })}
      />
      <Switch isSelected={finish.keepsLargest} onChange={(keepsLargest) => setFinish({ keepsLargest })}>
        {t('Largest part only')}
      </Switch>
      <Switch isSelected={finish.smooths} onChange={(smooths) => setFinish({ smooths })}>
        {t('Smooth by 1 px')}
      </Switch>
      <Switch isSelected={options.isNeighbourly} onChange={(isNeighbourly) => bench.setOptions({ isNeighbourly })}>
        {t('Keep off other outlines')}
      </Switch>
      <Switch isSelected={options.acceptsEach} onChange={(acceptsEach) => bench.setOptions({ acceptsEach })}>
        {t('Accept on every click')}
      </Switch>
      <Switch isSelected={options.hasPreview} onChange={(hasPreview) => bench.setOptions({ hasPreview })}>
        {t('Preview under the pointer')}
      </Switch>
    </div>
  )
}

/** Objects with points are drawn around by a box. */
function KeepAs(): ReactNode {
  const bench = useWorkbench()
  const keepAs = useBench(keepAsOf)
  const type = useBench(({ projectType }) => projectType)
  const keeping = useBench(({ options }) => options.keepAs)
  if (type === 'keypoint-detection') return null
  return (
    <Select
      label={t('Keep as')}
      labelPlace="left"
      size="small"
      options={FORM_OPTIONS}
      value={keepAs}
      onChange={(next) => bench.setOptions({ keepAs: { ...keeping, [type]: next } })}
    />
  )
}
