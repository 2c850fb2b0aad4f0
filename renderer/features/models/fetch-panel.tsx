import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { FetchableView } from '#common/contract/models'
import type { TaskView } from '#common/contract/tasks'
import { Button } from '#renderer/kit/controls/button'
import { Chip } from '#renderer/kit/display/chip'
import { bytes } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { useAct } from '#renderer/kit/studio/use-act'
import { FetchDialog } from './fetch-dialog.tsx'
import { Address, Fact } from './model-facts.tsx'
import { FetchProgress } from './model-table.tsx'
import styles from './panel.module.css'
import { doesWhat } from './task-words.ts'
import { useRefresh } from './use-refresh.ts'
import { sizeText, sourceHost } from './words.ts'

export interface FetchPanelProps {
  readonly fetchable: FetchableView
  /** The download that is under way. */
  readonly task: TaskView | undefined
}

/** One model that can be fetched: what it is, its licence, and the way to have it. */
export function FetchPanel({ fetchable, task }: FetchPanelProps) {
  const { entry, arrivedBytes } = fetchable
  const { id, name, description, licence, page, needsGpu } = entry
  const mirror = useQuery(queries.mirror()).data?.mirror
  const [isAsking, setAsking] = useState(false)
  const refresh = useRefresh()
  const forget = useAct(studio.models.forget, { onDone: refresh })
  const cancel = useAct(studio.models.cancel, { onDone: refresh })
  return (
    <aside className={styles.panel} aria-label={name} data-panel>
      <header className={styles.head}>
        <h2 className={styles.title}>{name}</h2>
        {entry.isDefault && <Chip>Recommended</Chip>}
        {needsGpu === true && <Chip>Wants a graphics card</Chip>}
      </header>
      <p className={styles.text}>{description}</p>
      {task === undefined ? (
        <div className={styles.acts}>
          <Button variant="primary" onPress={() => setAsking(true)}>
            <Download />
            {arrivedBytes > 0 ? `Go on behind ${bytes(arrivedBytes)}` : `Get ${name}`}
          </Button>
          {arrivedBytes > 0 && (
            <Button isPending={forget.isPending} onPress={() => forget.mutate({ model: id })}>
              Let go what arrived
            </Button>
          )}
        </div>
      ) : (
        <div className={styles.section}>
          <FetchProgress task={task} />
          <Button isPending={cancel.isPending} onPress={() => cancel.mutate({ taskId: task.taskId })}>
            Cancel
          </Button>
          <p className="caption text-3">What has arrived stays, and fetching goes on from there.</p>
        </div>
      )}
      <section className={styles.section}>
        <dl className={styles.facts}>
          <Fact name="Id">
            <span className="mono">{id}</span>
          </Fact>
          <Fact name="What it does">{doesWhat(entry)}</Fact>
          <Fact name="Size">{sizeText(fetchable)}</Fact>
          <Fact name="Licence">
            {licence.name}
            {licence.mustBeAccepted && ', which you accept first'}
            <Address url={licence.url} />
          </Fact>
          <Fact name="From">
            {sourceHost(fetchable, mirror)}
            <Address url={page} />
          </Fact>
        </dl>
      </section>
      {isAsking && <FetchDialog fetchable={fetchable} onClose={() => setAsking(false)} />}
    </aside>
  )
}
