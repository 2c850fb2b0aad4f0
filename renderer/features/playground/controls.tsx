import { useState } from 'react'
import { actOf, placesObjects } from '#common/inference/acts'
import type { ModelManifest } from '#common/inference/manifest'
import { Button } from '#renderer/ui/controls/button'
import { Slider } from '#renderer/ui/controls/slider'
import { TextField } from '#renderer/ui/controls/text-field'
import { ACT_HINTS } from '#renderer/ui/display/model-tasks'
import { decimal } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './controls.module.css'
import type { Settings } from './settings.ts'

export interface ControlsProps {
  readonly model: ModelManifest
  readonly settings: Settings
  readonly onChange: (next: Partial<Settings>) => void
}

/** Settings of a model, by its purpose. */
export function Controls({ model, settings, onChange }: ControlsProps) {
  const act = actOf(model)
  const hint = ACT_HINTS[act]
  return (
    <div className={styles.controls}>
      {act === 'predict' && <PredictControls model={model} settings={settings} onChange={onChange} />}
      {(act === 'ground' || act === 'concept' || act === 'compare') && (
        <Words key={model.id} words={settings.words} onWords={(words) => onChange({ words })} />
      )}
      {act === 'ground' && (
        <>
          <ShareSlider
            label={t('Box')}
            value={settings.boxThreshold}
            onChange={(boxThreshold) => onChange({ boxThreshold })}
          />
          <ShareSlider
            label={t('Words')}
            value={settings.textThreshold}
            onChange={(textThreshold) => onChange({ textThreshold })}
          />
        </>
      )}
      {act === 'concept' && (
        <ShareSlider
          label={t('Confidence')}
          value={settings.boxThreshold}
          onChange={(boxThreshold) => onChange({ boxThreshold })}
        />
      )}
      {act === 'segment' && <PointActs settings={settings} onChange={onChange} />}
      {hint !== undefined && <p className="caption text-3">{hint}</p>}
    </div>
  )
}

function PredictControls({ model, settings, onChange }: ControlsProps) {
  const isMap = model.task === 'semantic-segmentation'
  return (
    <>
      <ShareSlider
        label={t('Confidence')}
        value={settings.confidence}
        // Everything but a map is sieved here, at once.
        isLive={!isMap}
        onChange={(confidence) => onChange({ confidence })}
      />
      {placesObjects(model) && (
        <ShareSlider label={t('Overlap')} value={settings.overlap} onChange={(overlap) => onChange({ overlap })} />
      )}
    </>
  )
}

interface ShareSliderProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  /** Told while the thumb moves, and not only where it is let go. */
  readonly isLive?: boolean
}

function ShareSlider({ label, value, onChange, isLive = false }: ShareSliderProps) {
  const [moving, setMoving] = useState<number>()
  const shown = moving ?? value
  const settle = (next: number) => {
    setMoving(undefined)
    onChange(next)
  }
  return (
    <Slider
      className={styles.slider}
      label={label}
      min={0}
      max={1}
      step={0.01}
      value={shown}
      valueText={decimal(shown, 2)}
      onChange={isLive ? onChange : setMoving}
      onChangeEnd={settle}
    />
  )
}

/** Asked when the field is left or Enter is pressed: every other letter would be another question. */
function Words({ words, onWords }: { readonly words: string; readonly onWords: (words: string) => void }) {
  const [text, setText] = useState(words)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onWords(text)
      }}
    >
      <TextField
        label={t('Look for')}
        labelPlace="left"
        value={text}
        onChange={setText}
        onBlur={() => onWords(text)}
        placeholder={t('cup, spoon')}
      />
    </form>
  )
}

function PointActs({ settings: { points, box }, onChange }: Omit<ControlsProps, 'model'>) {
  const isEmpty = points.length === 0 && box === undefined
  const words = [points.length > 0 && t('{{count}} points', { count: points.length }), box && t('1 box')].filter(
    (each) => each,
  )
  return (
    <div className={styles.row}>
      <span className="num">{isEmpty ? t('No clicks yet') : words.join(', ')}</span>
      <span className={styles.acts}>
        <Button size="small" isDisabled={points.length === 0} onPress={() => onChange({ points: points.slice(0, -1) })}>
          {t('Take back')}
        </Button>
        <Button size="small" isDisabled={isEmpty} onPress={() => onChange({ points: [], box: undefined })}>
          {t('Start again')}
        </Button>
      </span>
    </div>
  )
}
