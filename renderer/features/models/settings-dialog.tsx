import { useState } from 'react'
import { type ModelManifest, RUN_SECONDS } from '#common/inference/manifest'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { NumberField } from '#renderer/ui/controls/number-field'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import styles from './dialogs.module.css'
import { InputFields } from './input-fields.tsx'
import { isValidInput } from './input-values.ts'
import { useRefresh } from './use-refresh.ts'

export interface SettingsDialogProps {
  readonly manifest: ModelManifest
  readonly onClose: () => void
}

/** How an installed model is used: its input, and how long a run may take. A changed input is tried before it counts. */
export function SettingsDialog({ manifest, onClose }: SettingsDialogProps) {
  const refresh = useRefresh()
  const [input, setInput] = useState(manifest.input)
  const [runSeconds, setRunSeconds] = useState(manifest.runSeconds ?? null)
  const change = useAct(studio.models.change, {
    errors: 'in-place',
    onDone() {
      refresh()
      onClose()
    },
  })
  /** The refusal of an earlier try goes as soon as something else is typed. */
  const edited =
    <Value,>(put: (value: Value) => void) =>
    (value: Value) => {
      change.reset()
      put(value)
    }
  return (
    <Dialog
      title={t('Settings for {{name}}', { name: manifest.name })}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            writes="station"
            variant="primary"
            isPending={change.isPending}
            isDisabled={input !== undefined && !isValidInput(input)}
            onPress={() => change.mutate({ model: manifest.id, input, runSeconds })}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {input && <InputFields input={input} onChange={edited(setInput)} />}
        <Checkbox
          isSelected={runSeconds !== null}
          onChange={(isOn) => edited(setRunSeconds)(isOn ? RUN_SECONDS : null)}
        >
          {t('Custom time limit')}
        </Checkbox>
        {runSeconds !== null && (
          <NumberField
            label={t('Time limit')}
            labelPlace="left"
            unit="s"
            minValue={1}
            maxValue={86_400}
            value={runSeconds}
            onChange={edited(setRunSeconds)}
          />
        )}
        {change.error !== null && <ErrorLine error={change.error} word={t('Not saved')} />}
      </div>
    </Dialog>
  )
}
