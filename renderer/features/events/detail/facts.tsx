import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { EventView } from '#common/contract/events'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { fieldOf } from '../fields.ts'
import { fullClock, msOf } from '../moments.ts'
import styles from './panel.module.css'

export interface FactsProps {
  readonly event: EventView
  readonly onOpen: (event: string) => void
}

/** When, where and by what an event was made. */
export function Facts({ event, onOpen }: FactsProps) {
  const where = [event.deviceId, event.streamId].filter((each) => each !== null).join(', ')
  const { workflowId, workflowVersion: version } = event
  const workflow = [workflowId, version && t('version {{version}}', { version })].filter(Boolean)
  const related = fieldOf(event.eventData, 'relatedEventId')
  return (
    <section className={styles.section}>
      <dl className={styles.facts}>
        <Fact name={t('When')}>{fullClock(event.createdAt)}</Fact>
        {isApart(event) && <Fact name={t('Inference')}>{fullClock(event.inferenceTimestamp)}</Fact>}
        <Fact name={t('Schema')}>{event.eventSchema}</Fact>
        {where !== '' && <Fact name={t('Device, stream')}>{where}</Fact>}
        {workflow.length > 0 && <Fact name={t('Workflow')}>{workflow.join(', ')}</Fact>}
        {event.solution !== null && <Fact name={t('Solution')}>{event.solution}</Fact>}
        <Became event={event} />
        <Id name={t('Event id')} copyLabel={t('Copy event id')} id={event.id} />
        {event.imageId !== null && <Id name={t('Image id')} copyLabel={t('Copy image id')} id={event.imageId} />}
        {related !== '' && (
          <Fact name={t('About event')}>
            <Button size="small" variant="quiet" className={styles.related} onPress={() => onOpen(related)}>
              <span className="mono truncate">{related}</span>
            </Button>
          </Fact>
        )}
      </dl>
    </section>
  )
}

/** Later changes of the event. */
function Became({ event }: { readonly event: EventView }) {
  const { createdAt, finalizedAt, autoFinalizedAt, originalFileCount, currentFileCount } = event
  const lost = originalFileCount - currentFileCount
  return (
    <>
      {finalizedAt !== null && finalizedAt !== createdAt && (
        <Fact name={autoFinalizedAt === null ? t('Finalized') : t('Finalized automatically')}>
          {fullClock(finalizedAt)}
        </Fact>
      )}
      {lost > 0 && (
        <Fact name={t('Files')}>
          {t('{{count}} files of {{total}} were deleted to free space', { count: lost, total: originalFileCount })}
        </Fact>
      )}
    </>
  )
}

/** An inference that was a good deal before its event is told: a pipeline that lags behind. */
function isApart({ createdAt, inferenceTimestamp }: EventView): boolean {
  return Math.abs(msOf(createdAt) - msOf(inferenceTimestamp)) >= 1000
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface IdProps {
  readonly name: string
  readonly copyLabel: string
  readonly id: string
}

function Id({ name, copyLabel, id }: IdProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => notifyError(t('Could not copy the id: this browser allows it only on secure pages. Select it and copy it')),
    )
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.id}>
        <span className="mono">{id}</span>
        <IconButton
          size="small"
          icon={isCopied ? Check : Copy}
          label={isCopied ? t('Copied') : copyLabel}
          placement="left"
          onPress={() => void copy()}
        />
      </dd>
    </div>
  )
}
