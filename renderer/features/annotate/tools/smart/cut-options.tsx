import type { ReactNode } from 'react'
import type { CutFinish } from '#renderer/tools/smart/finish'
import { KEPT_FORMS, type KeptForm } from '#renderer/tools/smart/outline'
import { NumberField } from '#renderer/ui/controls/number-field'
import { Select } from '#renderer/ui/controls/select'
import { Switch } from '#renderer/ui/controls/switch'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { keepAsOf } from '../../model/editor-state.ts'
import styles from './cut-options.module.css'

const FORMS: Readonly<Record<KeptForm, string>> = {
  polygon: t('Polygon'),
  mask: t('Mask'),
  box: t('Box'),
  'rotated-box': t('Rotated box'),
}
const FORM_OPTIONS = KEPT_FORMS.map((value) => ({ value, label: FORMS[value] }))

/** Options of every cut. They survive images, projects and restarts. */
export function CutOptions() {
  const editor = useEditor()
  const options = useEditorState((all) => all.options)
  const { finish } = options
  const setFinish = (part: Partial<CutFinish>) => editor.setOptions({ finish: { ...finish, ...part } })
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
      <Switch isSelected={options.isNeighbourly} onChange={(isNeighbourly) => editor.setOptions({ isNeighbourly })}>
        {t('Keep off other outlines')}
      </Switch>
      <Switch isSelected={options.acceptsEach} onChange={(acceptsEach) => editor.setOptions({ acceptsEach })}>
        {t('Accept on every click')}
      </Switch>
      <Switch isSelected={options.hasPreview} onChange={(hasPreview) => editor.setOptions({ hasPreview })}>
        {t('Preview under the pointer')}
      </Switch>
    </div>
  )
}

/** Objects with points are drawn around by a box. */
function KeepAs(): ReactNode {
  const editor = useEditor()
  const keepAs = useEditorState(keepAsOf)
  const type = useEditorState(({ projectType }) => projectType)
  const keeping = useEditorState(({ options }) => options.keepAs)
  if (type === 'keypoint-detection') return null
  return (
    <Select
      label={t('Keep as')}
      labelPlace="left"
      size="small"
      options={FORM_OPTIONS}
      value={keepAs}
      onChange={(next) => editor.setOptions({ keepAs: { ...keeping, [type]: next } })}
    />
  )
}
