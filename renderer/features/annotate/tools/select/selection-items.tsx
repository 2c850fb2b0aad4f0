import { Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { BoxShape, PlacedShape, Shape } from '#common/annotation/shape'
import { boxSize } from '#common/geometry/box'
import { isArea } from '#renderer/tools/outlines/combine'
import { isOutline } from '#renderer/tools/outlines/outline-shape'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { NumberField } from '#renderer/ui/controls/number-field'
import { Keycap } from '#renderer/ui/display/keycap'
import { useChord, useClassChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { duplicateSelected, removeShapes, resizeSelected } from '../../commands/shapes/shapes.ts'
import { tighten } from '../../commands/smart/tighten.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useSelectedShapes } from '../../editor/hooks/use-selected.ts'
import styles from '../../parts/bar.module.css'
import { ClassSelect, useGiveClass } from '../../parts/class-select.tsx'
import { MaskActs } from '../../parts/mask-items.tsx'
import { thenCanvas } from '../../parts/pressed.ts'
import { SnapToggles } from '../../parts/snap-toggles.tsx'
import { DetailItems } from './detail-items.tsx'
import { OutlineButtons } from './outline-buttons.tsx'
import { RotatedBoxItems } from './rotated-box-items.tsx'

/** Commands for the selected shapes. */
export const SelectionItems = memo(function SelectionItems() {
  const give = useGiveClass()
  const shapes = useSelectedShapes()
  const classes = useEditorState((all) => all.classes)
  const classId = sharedClass(shapes)
  const chord = useClassChord(classes?.findIndex(({ id }) => id === classId) ?? -1)
  const [only, ...others] = shapes
  return (
    <>
      {shapes.length > 1 && <span className="num medium">{t('{{count}} shapes', { count: shapes.length })}</span>}
      <ClassSelect className={styles.class} value={classId} onChange={give} />
      {chord !== undefined && <Keycap chord={chord} />}
      {only && others.length === 0 && <Numbers shape={only} />}
      <KindItems shapes={shapes} />
      <Acts count={shapes.length} areas={shapes.filter(isArea).length} />
    </>
  )
})

/** Commands for some kinds of shape only. */
function KindItems({ shapes }: { readonly shapes: readonly PlacedShape[] }) {
  const [only] = shapes
  return (
    <>
      {shapes.some(isBox) && <Tighten />}
      <MaskActs shapes={shapes} />
      {only && shapes.length === 1 && isOutline(only) && <SnapToggles />}
    </>
  )
}

function isBox({ kind }: Shape): boolean {
  return kind === 'box' || kind === 'rotated-box'
}

function Tighten() {
  const editor = useEditor()
  return (
    <>
      <span className={styles.rule} />
      <Button size="small" variant="quiet" chord={useChord('tighten')} onPress={thenCanvas(() => void tighten(editor))}>
        {t('Tighten')}
      </Button>
    </>
  )
}

/** The same however the shapes change: they do with every key that moves them. */
const Acts = memo(function Acts({ count, areas }: { readonly count: number; readonly areas: number }) {
  const editor = useEditor()
  return (
    <>
      <span className={styles.rule} />
      <OutlineButtons count={areas} />
      <Button
        size="small"
        variant="quiet"
        chord={useChord('duplicate')}
        onPress={thenCanvas(() => duplicateSelected(editor))}
      >
        {t('Duplicate')}
      </Button>
      <IconButton
        size="small"
        icon={Trash2}
        label={count === 1 ? t('Delete shape') : t('Delete {{count}} shapes', { count })}
        chord={useChord('delete')}
        placement="top"
        onPress={thenCanvas(() => removeShapes(editor))}
      />
    </>
  )
})

/** Number fields of the one selected shape. */
function Numbers({ shape }: { readonly shape: Shape }): ReactNode {
  if (shape.kind === 'box') return <BoxSize shape={shape} />
  if (shape.kind === 'polygon' && shape.drawn) return <DetailItems shape={{ ...shape, drawn: shape.drawn }} />
  return shape.kind === 'rotated-box' ? <RotatedBoxItems shape={shape} /> : null
}

function sharedClass([first, ...others]: readonly Shape[]) {
  return others.every(({ classId }) => classId === first?.classId) ? first?.classId : undefined
}

function BoxSize({ shape }: { readonly shape: BoxShape }): ReactNode {
  const editor = useEditor()
  const frame = useEditorState((all) => all.frame)
  const { width, height } = boxSize(shape.box)
  const face = {
    hideLabel: true,
    size: 'small',
    className: styles.field,
    minValue: 1,
    formatOptions: TENTHS,
  } as const
  return (
    <>
      <span className={styles.rule} />
      <span className="text-2">{t('Size')}</span>
      <NumberField
        {...face}
        label={t('Width in pixels')}
        value={rounded(width)}
        maxValue={(frame?.width ?? 0) - shape.box.x0}
        onChange={(next) => next !== rounded(width) && resizeSelected(editor, { width: next })}
      />
      <span className="text-3">×</span>
      <NumberField
        {...face}
        label={t('Height in pixels')}
        value={rounded(height)}
        maxValue={(frame?.height ?? 0) - shape.box.y0}
        onChange={(next) => next !== rounded(height) && resizeSelected(editor, { height: next })}
      />
    </>
  )
}

const TENTHS = { maximumFractionDigits: 1, useGrouping: false } as const

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
