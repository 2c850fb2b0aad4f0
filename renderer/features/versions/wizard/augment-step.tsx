import { RotateCw, SquareAxisDashedVertical, Sun } from 'lucide-react'
import { useState } from 'react'
import { NumberField } from '#renderer/kit/controls/number-field'
import { Segmented } from '#renderer/kit/controls/segmented'
import { RangeSlider, Slider } from '#renderer/kit/controls/slider'
import { cx } from '#renderer/kit/cx'
import { PanelLabel, SectionTitle } from '#renderer/kit/display/panel'
import { CopiesField } from './copies-field.tsx'
import type { Draft, AugmentStep as StepName } from './draft.ts'
import step from './step.module.css'
import { StepRow } from './step-row.tsx'
import type { PreviewAnswer } from './use-preview.ts'
import { Warning } from './warning.tsx'
import { lossSentence, stepValue } from './words.ts'

interface AugmentStepProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly preview: PreviewAnswer | undefined
  readonly problem: string | undefined
  /** Why the core makes no version with so many copies. */
  readonly copiesRefusal: string | undefined
}

const ROWS = [
  { name: 'flip', icon: SquareAxisDashedVertical, title: 'Flip', Settings: FlipSettings },
  { name: 'rotate', icon: RotateCw, title: 'Rotate', Settings: RotateSettings },
  { name: 'brightness', icon: Sun, title: 'Brightness', Settings: BrightnessSettings },
] as const

/** What is varied in the copies of training pictures. One step is open at a time; steps that are off are one line. */
export function AugmentStep({ draft, onChange, preview, problem, copiesRefusal }: AugmentStepProps) {
  const [open, setOpen] = useState<StepName>()
  const loss = preview && lossSentence(draft, preview)
  const turn = (name: StepName, on: boolean) => {
    onChange({ [name]: { ...draft[name], on } })
    setOpen(on ? name : undefined)
  }
  return (
    <>
      <SectionTitle className={step.title}>Augment</SectionTitle>
      <CopiesField draft={draft} onChange={onChange} refusal={copiesRefusal} />
      <PanelLabel className={step.group}>Whole image</PanelLabel>
      {ROWS.map(({ name, icon, title, Settings }) => (
        <StepRow
          key={name}
          icon={icon}
          name={title}
          value={stepValue(draft, name)}
          isOn={draft[name].on}
          isOpen={open === name}
          onSwitch={(on) => turn(name, on)}
          onOpen={(isOpen) => setOpen(isOpen ? name : undefined)}
        >
          <Settings draft={draft} onChange={onChange} />
        </StepRow>
      ))}
      {loss !== undefined && <Warning>{loss}</Warning>}
      {problem !== undefined && <Warning>{problem}</Warning>}
    </>
  )
}

type SettingsProps = Pick<AugmentStepProps, 'draft' | 'onChange'>

const AXES = [
  { value: 'horizontal', label: 'Horizontal' },
  { value: 'vertical', label: 'Vertical' },
  { value: 'both', label: 'Both' },
] as const

function FlipSettings({ draft: { flip }, onChange }: SettingsProps) {
  return (
    <Segmented
      label="Flip"
      size="small"
      options={AXES}
      value={flip.axes}
      onChange={(axes) => onChange({ flip: { ...flip, axes } })}
    />
  )
}

function RotateSettings({ draft: { rotate }, onChange }: SettingsProps) {
  const { degrees } = rotate
  const set = (value: number) =>
    onChange({ rotate: { ...rotate, degrees: Math.min(45, Math.max(1, Math.round(value))) } })
  // Both thumbs belong to one value: whichever was moved decides, the other mirrors it.
  const mirror = ([from, to]: readonly [number, number]) => set(from === -degrees ? to : -from)
  return (
    <div className={step.params}>
      <RangeSlider
        className={step.slider}
        label="Rotate"
        hideLabel
        min={-45}
        max={45}
        value={[-degrees, degrees]}
        onChange={mirror}
      />
      <NumberField
        label="Rotate by up to"
        hideLabel
        size="small"
        unit="°"
        className={cx(step.number, step.plusMinus)}
        minValue={1}
        maxValue={45}
        value={degrees}
        onChange={set}
      />
    </div>
  )
}

const WAYS = [
  { value: 'both', label: 'Both' },
  { value: 'brighten', label: 'Brighten' },
  { value: 'darken', label: 'Darken' },
] as const

function BrightnessSettings({ draft: { brightness }, onChange }: SettingsProps) {
  const set = (part: Partial<Draft['brightness']>) => onChange({ brightness: { ...brightness, ...part } })
  const { percent } = brightness
  return (
    <>
      <div className={step.params}>
        <Segmented
          label="Brightness"
          size="small"
          options={WAYS}
          value={brightness.ways}
          onChange={(ways) => set({ ways })}
        />
      </div>
      <div className={step.params}>
        <Slider
          className={step.slider}
          label="Brightness"
          hideLabel
          min={1}
          max={99}
          value={percent}
          onChange={(value) => set({ percent: value })}
        />
        <NumberField
          label="Change by up to"
          hideLabel
          size="small"
          unit="%"
          className={step.number}
          minValue={1}
          maxValue={99}
          value={percent}
          onChange={(value) => set({ percent: value })}
        />
      </div>
    </>
  )
}
