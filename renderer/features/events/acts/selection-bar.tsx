import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { t } from '#renderer/kit/words/words'
import { clear, type SelectionStore } from '../selection.ts'
import styles from './acts.module.css'
import { ExportMenu } from './export-menu.tsx'
import { SendButton } from './send-button.tsx'

/** What can be done with what is picked; it floats only while something is. */
export function SelectionBar({ selection }: { readonly selection: SelectionStore }) {
  const events = [...useStore(selection, (state) => state.picked)]
  if (events.length === 0) return null
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('Selected events')}>
      <span className={`${styles.count} medium num`}>{t('{{number}} selected', { number: events.length })}</span>
      <SendButton events={events} variant="quiet" size="small" placement="top start" />
      <ExportMenu selection={() => ({ ids: events })} label={t('Export the selected events')} look="bar" />
      <span className={styles.rule} />
      <IconButton
        size="small"
        icon={X}
        label={t('Select nothing')}
        chord="Escape"
        placement="top"
        onPress={() => clear(selection)}
      />
    </div>
  )
}
