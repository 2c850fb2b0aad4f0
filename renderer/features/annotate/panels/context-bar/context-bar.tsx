import type { ReactNode } from 'react'
import { Sideways } from '#renderer/ui/overlay/sideways'
import { t } from '#renderer/words/words'
import { useEditorState } from '../../editor/hooks/session.tsx'
import { ArmedClass } from '../../parts/armed-class.tsx'
import styles from '../../parts/bar.module.css'
import { DrawnSnap } from '../../parts/snap-toggles.tsx'
import { useKeyContext } from '../../parts/use-key-context.ts'
import { entryOf } from '../../tools/registry.ts'
import { SelectionItems } from '../../tools/select/selection-items.tsx'

/** Options of the armed tool or the selection. It has a fixed place: it does not chase the pointer. */
export function ContextBar() {
  const { tool, traits, isInPast, hasSelection } = useKeyContext()
  const { bars = [], Note } = entryOf(tool)
  const shown = useEditorState(({ armed }) => bars.find(({ isShown }) => isShown?.(armed) ?? true))
  if (isInPast) return null
  if (hasSelection && !shown?.isBeforeSelection)
    return (
      <Bar label={t('Selection')}>
        <SelectionItems />
      </Bar>
    )
  if (shown)
    return (
      <Bar label={shown.label}>
        <shown.Items />
      </Bar>
    )
  return traits.isDrawing ? (
    <Bar label={t('Class')}>
      <ArmedClass />
      {Note && <Note />}
      <DrawnSnap />
    </Bar>
  ) : null
}

function Bar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Sideways className={styles.bar} role="group" aria-label={label} data-panel="context">
      {children}
    </Sideways>
  )
}
