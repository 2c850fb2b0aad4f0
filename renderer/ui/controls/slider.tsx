import { Slider as AriaSlider, Label, SliderThumb, SliderTrack } from 'react-aria-components'
import { t } from '#renderer/words/words'
import { cx } from '../cx.ts'
import styles from './slider.module.css'

interface SliderFace {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step?: number | undefined
  readonly hideLabel?: boolean | undefined
  /** The value beside the track; without it, show the value nearby. */
  readonly valueText?: string | undefined
  readonly isDisabled?: boolean | undefined
  readonly className?: string | undefined
}

export interface SliderProps extends SliderFace {
  readonly value: number
  readonly onChange: (value: number) => void
  /** Called when the thumb is released. */
  readonly onChangeEnd?: ((value: number) => void) | undefined
}

export function Slider({ value, onChange, onChangeEnd, ...face }: SliderProps) {
  return (
    <AriaSlider<number>
      {...sliderProps(face)}
      value={value}
      onChange={onChange}
      {...(onChangeEnd !== undefined && { onChangeEnd })}
    >
      <Face face={face} />
    </AriaSlider>
  )
}

export interface RangeSliderProps extends SliderFace {
  readonly value: readonly [number, number]
  readonly onChange: (value: readonly [number, number]) => void
  /** Called when a thumb is released. */
  readonly onChangeEnd?: ((value: readonly [number, number]) => void) | undefined
}

/** A slider with two thumbs, from and to. */
export function RangeSlider({ value, onChange, onChangeEnd, ...face }: RangeSliderProps) {
  return (
    <AriaSlider<number[]>
      {...sliderProps(face)}
      value={[...value]}
      onChange={([from = value[0], to = value[1]]) => onChange([from, to])}
      {...(onChangeEnd !== undefined && {
        onChangeEnd: ([from = value[0], to = value[1]]: number[]) => onChangeEnd([from, to]),
      })}
    >
      <Face face={face} />
    </AriaSlider>
  )
}

function Face({ face }: { readonly face: SliderFace }) {
  return (
    <>
      {face.hideLabel !== true && <Label className={styles.label ?? ''}>{face.label}</Label>}
      <SliderTrack className={styles.track ?? ''}>
        {({ state }) => {
          const isRange = state.values.length > 1
          const from = isRange ? state.getThumbPercent(0) : 0
          const to = state.getThumbPercent(state.values.length - 1)
          return (
            <>
              <div className={styles.fill} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
              {state.values.map((_, index) => (
                <SliderThumb
                  key={index}
                  index={index}
                  className={styles.thumb ?? ''}
                  {...(isRange && { 'aria-label': thumbName(face.label, index) })}
                />
              ))}
            </>
          )
        }}
      </SliderTrack>
      {face.valueText !== undefined && <span className={styles.output}>{face.valueText}</span>}
    </>
  )
}

function thumbName(label: string, index: number): string {
  return index === 0 ? t('{{range}}, from', { range: label }) : t('{{range}}, to', { range: label })
}

function sliderProps(face: SliderFace) {
  return {
    minValue: face.min,
    maxValue: face.max,
    step: face.step ?? 1,
    isDisabled: face.isDisabled === true,
    className: cx(styles.root, face.className),
    ...(face.hideLabel === true && { 'aria-label': face.label }),
  }
}
