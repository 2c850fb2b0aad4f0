import { useQuery } from '@tanstack/react-query'
import { queries } from '#renderer/data/queries'
import { CodeBlock } from '#renderer/ui/display/code-block'
import { PanelLabel } from '#renderer/ui/display/panel'
import { Marked } from '#renderer/words/marked'
import { t } from '#renderer/words/words'
import { type EventsView, filterAt } from '../view.ts'
import styles from './filters.module.css'
import { queryAddress, queryCommand } from './query-text.ts'

/** The filter as a program would ask for it. */
export function CopyQuery({ view }: { readonly view: EventsView }) {
  const server = useQuery(queries.session()).data?.servers.events?.url
  if (server === undefined)
    return <p className={styles.form}>{t('The Event Store is off, so programs cannot query it.')}</p>
  const filter = filterAt(view)
  return (
    <div className={styles.form}>
      <PanelLabel>{t('In a shell')}</PanelLabel>
      <CodeBlock label={t('command')} text={queryCommand(server, filter)} />
      <PanelLabel>{t('Address')}</PanelLabel>
      <CodeBlock label={t('address')} text={queryAddress(server, filter)} />
      <p className="caption text-3">
        <Marked text={t('If the event store has an `API_KEY`, send it as `X-API-Key`.')} />
      </p>
    </div>
  )
}
