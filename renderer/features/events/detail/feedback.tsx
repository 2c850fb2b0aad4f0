import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleHelp, type LucideIcon, X } from 'lucide-react'
import type { EventView } from '#common/contract/events'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { PanelLabel } from '#renderer/ui/display/panel'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { feedbackKey, useFeedback } from '../live/use-event.ts'
import { fullClock } from '../moments.ts'
import styles from './panel.module.css'

const VERDICTS = [
  { verdict: 'correct', word: t('Correct'), icon: Check },
  { verdict: 'incorrect', word: t('Incorrect'), icon: X },
  { verdict: 'inconclusive', word: t('Inconclusive'), icon: CircleHelp },
] as const

/** Feedback on an event: each word is an event of its own. */
export function Feedback({ event }: { readonly event: EventView }) {
  const client = useQueryClient()
  const given = useFeedback(event.id).data?.events ?? []
  const give = useAct(studio.events.giveFeedback, {
    onDone({ eventData }) {
      void client.invalidateQueries({ queryKey: feedbackKey(event.id) })
      notify({ text: t('Feedback kept: {{verdict}}', { verdict: verdictOf(eventData) }) })
    },
  })
  if (event.eventSchema === 'operator_feedback') return null
  return (
    <section className={styles.section}>
      <PanelLabel>{t('Is it right?')}</PanelLabel>
      <div className={styles.verdicts} role="group" aria-label={t('Feedback')}>
        {VERDICTS.map(({ verdict, word, icon }) => (
          <Verdict
            key={verdict}
            word={word}
            icon={icon}
            isPending={give.isPending && give.variables.feedback === verdict}
            isDisabled={give.isPending}
            onPress={() => give.mutate({ event: event.id, feedback: verdict })}
          />
        ))}
      </div>
      {given.length > 0 && (
        <ul className={styles.given} aria-label={t('Feedback so far')}>
          {given.map(({ id, createdAt, deviceId, eventData }) => (
            <li key={id}>
              <span>{verdictOf(eventData)}</span>
              <span className="text-3 num">{[fullClock(createdAt), deviceId].filter(Boolean).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface VerdictProps {
  readonly word: string
  readonly icon: LucideIcon
  readonly isPending: boolean
  readonly isDisabled: boolean
  readonly onPress: () => void
}

function Verdict({ word, icon: Icon, isPending, isDisabled, onPress }: VerdictProps) {
  return (
    <Button writes="events" size="small" isPending={isPending} isDisabled={isDisabled} onPress={onPress}>
      {!isPending && <Icon />}
      {word}
    </Button>
  )
}

function verdictOf(data: EventView['eventData']): string {
  const found = VERDICTS.find(({ verdict }) => verdict === data['feedback'])
  return found?.word ?? t('Feedback')
}
