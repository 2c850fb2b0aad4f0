import { Brush as BrushIcon, Circle, Lasso, PaintBucket, Square, Wand } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Tip } from '#common/geometry/painting/sweep'
import type { PaintWay } from '#renderer/tools/mask/brush'
import { NumberField } from '#renderer/ui/controls/number-field'
import { Segmented } from '#renderer/ui/controls/segmented'
import { Keycap } from '#renderer/ui/display/keycap'
import { useClassChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useSelectedShapes } from '../../editor/hooks/use-selected.ts'
import { SIZES } from '../../model/brush-options.ts'
import { armedClass } from '../../model/editor-state.ts'
import styles from '../../parts/bar.module.css'
import { ClassSelect, useGiveClass } from '../../parts/class-select.tsx'
import { MaskInHand } from '../../parts/mask-items.tsx'
import { setBrush, setBrushSize } from './brush-settings.ts'
import { WAY_NAMES } from './words.ts'

const WAYS: readonly { readonly value: PaintWay; readonly label: string; readonly icon: ReactNode }[] = [
  { value: 'stroke', label: WAY_NAMES.stroke, icon: <BrushIcon /> },
  { value: 'lasso', label: WAY_NAMES.lasso, icon: <Lasso /> },
  { value: 'fill', label: WAY_NAMES.fill, icon: <PaintBucket /> },
  { value: 'wand', label: WAY_NAMES.wand, icon: <Wand /> },
]

const TIPS: readonly { readonly value: Tip; readonly label: string; readonly icon: ReactNode }[] = [
  { value: 'round', label: t('Round'), icon: <Circle /> },
  { value: 'square', label: t('Square'), icon: <Square /> },
]

/** The brush or the eraser: what it paints, by which way, how large it is, and what becomes of the mask in hand. */
export const BrushItems = memo(function BrushItems() {
  const editor = useEditor()
  const way = useEditorState(({ options }) => options.paintWay)
  return (
    <>
      <PaintedClass />
      <span className={styles.rule} />
      <Segmented
        label={t('Paint mode')}
        size="small"
        options={WAYS}
        value={way}
        onChange={(paintWay) => editor.setOptions({ paintWay })}
      />
      {way === 'stroke' && <BrushEnd />}
      {way === 'wand' && <Tolerance />}
      <MaskInHand />
    </>
  )
})

/** The class of the masks in hand, or of the one that the next stroke begins. */
function PaintedClass() {
  const give = useGiveClass()
  const [selected] = useSelectedShapes()
  const armed = useEditorState(armedClass)
  const classId = selected?.classId ?? armed?.id
  const place = useEditorState(({ classes }) => classes?.findIndex(({ id }) => id === classId) ?? -1)
  const chord = useClassChord(place)
  return (
    <>
      <ClassSelect className={styles.class} value={classId} onChange={give} />
      {chord !== undefined && <Keycap chord={chord} />}
    </>
  )
}

function BrushEnd() {
  const editor = useEditor()
  const { size, tip } = useEditorState(({ options }) => options.brush)
  return (
    <>
      <NumberField
        hideLabel
        size="small"
        className={styles.field}
        label={t('Brush size in pixels')}
        unit="px"
        value={size}
        minValue={SIZES.least}
        maxValue={SIZES.most}
        onChange={(next) => next !== size && setBrushSize(editor, next)}
      />
      <Segmented
        label={t('Shape of the brush')}
        size="small"
        options={TIPS}
        value={tip}
        onChange={(next) => setBrush(editor, { tip: next })}
      />
    </>
  )
}

/** How unlike colors may be that count as one. */
function Tolerance() {
  const editor = useEditor()
  const value = useEditorState(({ options }) => options.wandTolerance)
  return (
    <>
      <span className="text-2">{t('Tolerance')}</span>
      <NumberField
        hideLabel
        size="small"
        className={styles.field}
        label={t('Tolerance of colors, 0 to 255')}
        value={value}
        minValue={0}
        maxValue={255}
        onChange={(wandTolerance) => editor.setOptions({ wandTolerance })}
      />
    </>
  )
}
