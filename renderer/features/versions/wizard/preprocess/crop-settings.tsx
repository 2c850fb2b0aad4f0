import type { PreviewImage } from '#common/contract/versions'
import { rem } from '#renderer/ui/app/ui-scale'
import { NumberField } from '#renderer/ui/controls/number-field'
import { t } from '#renderer/words/words'
import styles from './crop-settings.module.css'
import type { SettingsProps } from './settings-props.ts'

interface CropSettingsProps extends SettingsProps<'static-crop'> {
  /** An image of the project to show the window on. */
  readonly image: PreviewImage | undefined
}

export function CropSettings({ image, value, onChange }: CropSettingsProps) {
  const { x_min, x_max, y_min, y_max } = value
  const side = { size: 'small', unit: '%', hideLabel: false, labelPlace: 'left', className: styles.side } as const
  const aspect = image === undefined ? 1.5 : image.width / image.height
  return (
    <div className={styles.crop}>
      <div
        className={styles.image}
        style={{ aspectRatio: aspect, [aspect > 1 ? 'width' : 'height']: rem(116) }}
        aria-hidden
      >
        {image !== undefined && <img src={image.url} alt="" draggable={false} />}
        <span
          className={styles.window}
          style={{ left: `${x_min}%`, right: `${100 - x_max}%`, top: `${y_min}%`, bottom: `${100 - y_max}%` }}
        />
      </div>
      <div className={styles.edges}>
        <NumberField
          {...side}
          label={t('Left|edge')}
          minValue={0}
          maxValue={x_max - 1}
          value={x_min}
          onChange={(next) => onChange({ ...value, x_min: next })}
        />
        <NumberField
          {...side}
          label={t('Right|edge')}
          minValue={x_min + 1}
          maxValue={100}
          value={x_max}
          onChange={(next) => onChange({ ...value, x_max: next })}
        />
        <NumberField
          {...side}
          label={t('Top|edge')}
          minValue={0}
          maxValue={y_max - 1}
          value={y_min}
          onChange={(next) => onChange({ ...value, y_min: next })}
        />
        <NumberField
          {...side}
          label={t('Bottom|edge')}
          minValue={y_min + 1}
          maxValue={100}
          value={y_max}
          onChange={(next) => onChange({ ...value, y_max: next })}
        />
      </div>
    </div>
  )
}
