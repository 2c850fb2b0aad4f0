import { useStore } from 'zustand'
import { PickedBar } from '#renderer/ui/overlay/picked-bar'
import { t } from '#renderer/words/words'
import { clear, type SelectionStore } from '../selection.ts'
import styles from './acts.module.css'
import { ExportMenu } from './export-menu.tsx'
import { SendButton } from './send-button.tsx'

/** Commands for the selection; floats only while anything is selected. */
export function SelectionBar({ selection }: { readonly selection: SelectionStore }) {
  const events = [...useStore(selection, (state) => state.picked)]
  if (events.length === 0) return null
  return (
    <PickedBar
      className={styles.bar}
      label={t('Selected events')}
      amount={t('{{number}} selected', { number: events.length })}
      onClear={() => clear(selection)}
    >
      <SendButton events={events} variant="quiet" size="small" placement="top start" />
      <ExportMenu selection={() => ({ ids: events })} label={t('Export the selected events')} look="bar" />
    </PickedBar>
  )
}
