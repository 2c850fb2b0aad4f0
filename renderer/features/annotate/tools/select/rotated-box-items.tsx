import type { RotatedBoxShape } from '#common/annotation/shape'
import { NumberField } from '#renderer/ui/controls/number-field'
import { t } from '#renderer/words/words'
import { setRotatedBox } from '../../commands/shapes/shapes.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import styles from '../../parts/bar.module.css'

/** Size and angle of the one selected rotated box, in numbers. */
export function RotatedBoxItems({ shape: { box } }: { readonly shape: RotatedBoxShape }) {
  const editor = useEditor()
  const face = { hideLabel: true, size: 'small', className: styles.field, formatOptions: TENTHS } as const
  const [width, height, angle] = [tenths(box.width), tenths(box.height), tenths(box.angle)]
  return (
    <>
      <span className={styles.rule} />
      <span className="text-2">{t('Size')}</span>
      <NumberField
        {...face}
        label={t('Width in pixels')}
        value={width}
        minValue={1}
        onChange={(next) => next !== width && setRotatedBox(editor, { width: next })}
      />
      <span className="text-3">×</span>
      <NumberField
        {...face}
        label={t('Height in pixels')}
        value={height}
        minValue={1}
        onChange={(next) => next !== height && setRotatedBox(editor, { height: next })}
      />
      <span className="text-2">{t('Angle')}</span>
      <NumberField
        {...face}
        label={t('Angle in degrees')}
        value={angle}
        minValue={-180}
        maxValue={180}
        step={0.1}
        onChange={(next) => next !== angle && setRotatedBox(editor, { angle: next })}
      />
    </>
  )
}

const TENTHS = { maximumFractionDigits: 1, useGrouping: false } as const

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
