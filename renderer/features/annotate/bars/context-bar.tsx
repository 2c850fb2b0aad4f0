import { memo, type ReactNode } from 'react'
import { Button } from '#renderer/kit/controls/button'
import { Keycap } from '#renderer/kit/display/keycap'
import { Sideways } from '#renderer/kit/overlay/sideways'
import { t } from '#renderer/kit/words/words'
import { pathLength } from '#renderer/tools/polygon/path'
import { ClassSelect, useArmClass } from '../inspector/class-select.tsx'
import { useChord, useClassChord } from '../keys/bindings/store.ts'
import type { KeyContext } from '../keys/context.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { useKeyContext } from '../keys/use-key-context.ts'
import { BrushItems } from '../mask/brush-items.tsx'
import { RedrawItems, RedrawNote, redrawnShape } from '../outline-acts/redraw-items.tsx'
import { ReshapeItems } from '../outline-acts/reshape-items.tsx'
import { DrawnSnap } from '../outline-acts/snap-toggles.tsx'
import { armedClass } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import styles from './context-bar.module.css'
import { PointItems } from './point-items.tsx'
import { SelectionItems } from './selection-items.tsx'
import { SmartItems } from './smart-items.tsx'

/** What belongs to the armed tool or the selection. It has a fixed place: it does not chase the pointer. */
export function ContextBar() {
  const { tool, isDrafting, isDrawing, isInPast, hasSelection } = useKeyContext()
  const isCutting = useBench(({ armed }) => armed.tool === 'smart' && armed.state.prompts.length > 0)
  if (isInPast) return null
  if (isCutting)
    return (
      <Bar label={t('Cut')}>
        <ArmedClass />
        <SmartItems />
      </Bar>
    )
  if (tool === 'reshape')
    return (
      <Bar label={t('Reshape')}>
        <ReshapeItems />
      </Bar>
    )
  if (tool === 'brush' || tool === 'eraser')
    return (
      <Bar label={tool === 'brush' ? t('Mask brush') : t('Mask eraser')}>
        <BrushItems />
      </Bar>
    )
  if (hasSelection)
    return (
      <Bar label={t('Selection')}>
        <SelectionItems />
      </Bar>
    )
  return isDrawing ? <DrawingBar tool={tool} isDrafting={isDrafting} /> : null
}

/** What is drawn next. */
function DrawingBar({ tool, isDrafting }: Pick<KeyContext, 'tool' | 'isDrafting'>) {
  if (tool === 'keypoints')
    return (
      <Bar label={t('Keypoints')}>
        <ArmedClass />
        <PointItems />
      </Bar>
    )
  if ((tool === 'polygon' || tool === 'polyline') && isDrafting)
    return (
      <Bar label={PATHS[tool].name}>
        <DraftItems tool={tool} />
        <DrawnSnap />
      </Bar>
    )
  return (
    <Bar label={t('Class')}>
      <ArmedClass />
      <RedrawNote />
      <DrawnSnap />
    </Bar>
  )
}

function Bar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Sideways className={styles.bar} role="group" aria-label={label} data-panel="context">
      {children}
    </Sideways>
  )
}

/** The class that the next shape gets, with its key. */
const ArmedClass = memo(function ArmedClass() {
  const arm = useArmClass()
  const armed = useBench(armedClass)
  const place = useBench(({ classes }) => classes?.findIndex(({ id }) => id === armed?.id) ?? -1)
  const chord = useClassChord(place)
  return (
    <>
      <ClassSelect className={styles.class} value={armed?.id} onChange={arm} />
      {chord !== undefined && <Keycap chord={chord} />}
    </>
  )
})

/** What is drawn point by point: how many it needs, and how it ends. */
const PATHS = {
  polygon: {
    name: t('Polygon'),
    least: 3,
    needs: t('A polygon needs three points'),
    end: t('Close'),
    command: 'close',
  },
  polyline: { name: t('Line'), least: 2, needs: t('A line needs two points'), end: t('End|act'), command: 'end-line' },
} as const

/** A new shape, or a part of one. */
function DraftItems({ tool }: { readonly tool: keyof typeof PATHS }) {
  const isRedrawing = useBench(redrawnShape) !== undefined
  if (isRedrawing) return <RedrawItems />
  return (
    <>
      <ArmedClass />
      <PathItems tool={tool} />
    </>
  )
}

function PathItems({ tool }: { readonly tool: keyof typeof PATHS }) {
  const bench = useWorkbench()
  const { least, needs, end, command } = PATHS[tool]
  const points = useBench(({ armed }) =>
    armed.tool === 'polygon' || armed.tool === 'polyline' ? pathLength(armed.state) : 0,
  )
  return (
    <>
      <span className={styles.rule} />
      <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
      <Button
        size="small"
        variant="quiet"
        chord={useChord('discard')}
        onPress={thenCanvas(() => bench.send({ type: 'cancel' }))}
      >
        {t('Discard')}
      </Button>
      <Button
        size="small"
        variant="primary"
        chord={useChord(command)}
        disabledReason={points < least ? needs : undefined}
        onPress={thenCanvas(() => bench.send({ type: 'enter' }))}
      >
        {end}
      </Button>
    </>
  )
}
