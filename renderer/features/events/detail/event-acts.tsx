import { useQueryClient } from '@tanstack/react-query'
import type { EventView } from '#common/contract/events'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { SendButton } from '../acts/send-button.tsx'
import { eventKey } from '../live/use-event.ts'
import styles from './panel.module.css'

/** Actions on one event. */
export function EventActs({ event }: { readonly event: EventView }) {
  const client = useQueryClient()
  const finalize = useAct(studio.events.finalize, {
    onDone(final) {
      client.setQueryData(eventKey(event.id), final)
      notify({ text: t('The event is final') })
    },
  })
  const hasImage = event.images.some(({ fileId, inputFileId }) => fileId !== null || inputFileId !== null)
  return (
    <div className={styles.acts}>
      {hasImage && <SendButton events={[event.id]} variant="primary" />}
      {event.draft && (
        <Button writes="events" isPending={finalize.isPending} onPress={() => finalize.mutate({ event: event.id })}>
          {t('Finalize')}
        </Button>
      )}
    </div>
  )
}
