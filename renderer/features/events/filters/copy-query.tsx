import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '#renderer/features/models/call/code-block'
import { PanelLabel } from '#renderer/kit/display/panel'
import { queries } from '#renderer/kit/studio/queries'
import { type EventsView, filterAt } from '../view.ts'
import styles from './filters.module.css'
import { queryAddress, queryCommand } from './query-text.ts'

/** The filter as a program would ask for it. */
export function CopyQuery({ view }: { readonly view: EventsView }) {
  const server = useQuery(queries.session()).data?.servers.events?.url
  if (server === undefined) return <p className={styles.form}>The Event Store is off: no program can ask it now.</p>
  const filter = filterAt(view)
  return (
    <div className={styles.form}>
      <PanelLabel>In a shell</PanelLabel>
      <CodeBlock label="command" text={queryCommand(server, filter)} />
      <PanelLabel>Address</PanelLabel>
      <CodeBlock label="address" text={queryAddress(server, filter)} />
      <p className="caption text-3">
        Where the store was started with an <span className="mono">API_KEY</span>, send it as{' '}
        <span className="mono">X-API-Key</span>.
      </p>
    </div>
  )
}
