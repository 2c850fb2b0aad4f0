import { Compass, Scaling } from 'lucide-react'
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { RESIZE_FORMATS } from '#common/versions/preprocessing'
import { NumberField } from '#renderer/kit/controls/number-field'
import { cx } from '#renderer/kit/cx'
import { SectionTitle } from '#renderer/kit/display/panel'
import type { Draft } from './draft.ts'
import styles from './preprocess-step.module.css'
import step from './step.module.css'
import { StepRow } from './step-row.tsx'
import type { PreviewAnswer } from './use-preview.ts'
import { Warning } from './warning.tsx'
import { lossSentence, RESIZE_SENTENCES } from './words.ts'

interface PreprocessStepProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly preview: PreviewAnswer | undefined
}

/** What is done to every picture of every split. */
export function PreprocessStep({ draft, onChange, preview }: PreprocessStepProps) {
  const [isOpen, setOpen] = useState(true)
  const { resize } = draft
  const loss = preview && lossSentence(draft, preview)
  return (
    <>
      <SectionTitle className={step.title}>Preprocess</SectionTitle>
      <p className={step.text}>Done to every image of train, valid and test.</p>
      <div className={styles.steps}>
        <StepRow
          icon={Compass}
          name="Auto-orient"
          isOn={draft.autoOrient}
          isOpen
          onSwitch={(autoOrient) => onChange({ autoOrient })}
        >
          <p className={cx(styles.sentence, styles.oriented)}>
            Turns the pixels upright as the camera noted. Shapes stay on their objects.
          </p>
        </StepRow>
        <StepRow
          icon={Scaling}
          name="Resize"
          value={`${resize.width} × ${resize.height}`}
          isOn={resize.on}
          isOpen={isOpen}
          onSwitch={(on) => {
            onChange({ resize: { ...resize, on } })
            setOpen(on)
          }}
          onOpen={setOpen}
        >
          <ResizeSettings resize={resize} onChange={(part) => onChange({ resize: { ...resize, ...part } })} />
        </StepRow>
      </div>
      {loss !== undefined && <Warning>{loss}</Warning>}
    </>
  )
}

interface ResizeSettingsProps {
  readonly resize: Draft['resize']
  readonly onChange: (part: Partial<Draft['resize']>) => void
}

function ResizeSettings({ resize, onChange }: ResizeSettingsProps) {
  const side = {
    size: 'small',
    minValue: 1,
    maxValue: 8192,
    unit: 'px',
    hideLabel: true,
    className: styles.side,
  } as const
  const choose = (chosen: string) => {
    const format = RESIZE_FORMATS.find((each) => each === chosen)
    if (format !== undefined) onChange({ format })
  }
  return (
    <>
      <div className={step.params}>
        <NumberField {...side} label="Width" value={resize.width} onChange={(width) => onChange({ width })} />
        <span className="text-3">×</span>
        <NumberField {...side} label="Height" value={resize.height} onChange={(height) => onChange({ height })} />
      </div>
      <RadioGroup aria-label="How to resize" className={styles.modes ?? ''} value={resize.format} onChange={choose}>
        {RESIZE_FORMATS.map((format) => (
          <Radio key={format} value={format} className={styles.mode ?? ''}>
            <span className={styles.mark} />
            <span>
              <span className={styles.format}>{format}</span>
              <span className={styles.sentence}>{RESIZE_SENTENCES[format](`${resize.width} × ${resize.height}`)}</span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
    </>
  )
}
