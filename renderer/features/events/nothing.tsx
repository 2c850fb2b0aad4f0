import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '#renderer/data/queries'
import { useReadOnly } from '#renderer/data/read-only'
import { Button } from '#renderer/ui/controls/button'
import { CodeBlock } from '#renderer/ui/display/code-block'
import { EmptyState } from '#renderer/ui/display/message'
import { t } from '#renderer/words/words'
import styles from './events-page.module.css'
import { firstEventCommand } from './filters/query-text.ts'

/** No event yet: how the first one gets here; or why those that there are cannot be shown. */
export function NoEvents() {
  const session = useQuery(queries.session()).data
  const [now] = useState(() => new Date().toISOString())
  const fault = useReadOnly('events')
  if (session === undefined) return null
  if (fault !== undefined)
    return (
      <EmptyState
        title={t('No events to show')}
        text={t('{{fault}}. Restore the correct file to see your events.', { fault })}
      />
    )
  const server = session.servers.events?.url
  if (server === undefined)
    return (
      <EmptyState
        title={t('The Event Store is off')}
        text={t('Tessera was started without it, so no program can send events. Events sent before are kept.')}
      />
    )
  return (
    <EmptyState
      title={t('No events yet')}
      className={styles.first}
      text={t(
        'Programs send what they saw as events: a result, a count, or an image with its predictions. Send the first one:',
      )}
      action={<CodeBlock label={t('command')} text={firstEventCommand(server, now)} />}
    />
  )
}

/** There are events, and none fits. */
export function NoneFits({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      title={t('No events match these filters')}
      text={t('Remove filters or choose a longer period to see more.')}
      action={<Button onPress={onClear}>{t('Clear filters')}</Button>}
    />
  )
}
