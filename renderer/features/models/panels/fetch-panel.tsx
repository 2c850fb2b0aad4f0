import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { FetchableView } from '#common/contract/models/models'
import type { TaskView } from '#common/contract/tasks'
import { queries } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { Chip } from '#renderer/ui/display/chip'
import { doesWhat } from '#renderer/ui/display/model-tasks'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { FetchProgress } from '../model-table.tsx'
import { useRefresh } from '../use-refresh.ts'
import { sizeText, sourceHost } from '../words.ts'
import { FetchDialog } from './fetch-dialog.tsx'
import { Address, Fact } from './model-facts.tsx'
import styles from './panel.module.css'

export interface FetchPanelProps {
  readonly fetchable: FetchableView
  /** The download that is under way. */
  readonly task: TaskView | undefined
}

/** One model that can be fetched: what it is, its licence, and the way to have it. */
export function FetchPanel({ fetchable, task }: FetchPanelProps) {
  const { entry, description, arrivedBytes } = fetchable
  const { id, name, licence, page, needsGpu } = entry
  const mirror = useQuery(queries.mirror()).data?.mirror
  const [isAsking, setAsking] = useState(false)
  const refresh = useRefresh()
  const forget = useAct(studio.models.forget, { onDone: refresh })
  const cancel = useAct(studio.models.cancel, { onDone: refresh })
  return (
    <aside className={styles.panel} aria-label={name} data-panel>
      <header className={styles.head}>
        <h2 className={styles.title}>{name}</h2>
        {entry.isDefault && <Chip>{t('Recommended')}</Chip>}
        {needsGpu === true && <Chip>{t('Graphics card recommended')}</Chip>}
      </header>
      <p className={styles.text}>{sentenceOf(description)}</p>
      {task === undefined ? (
        <div className={styles.acts}>
          <Button writes="station" variant="primary" onPress={() => setAsking(true)}>
            <Download />
            {arrivedBytes > 0
              ? t('Resume after {{size}}', { size: bytes(arrivedBytes) })
              : t('Download {{name}}', { name })}
          </Button>
          {arrivedBytes > 0 && (
            <Button writes="station" isPending={forget.isPending} onPress={() => forget.mutate({ model: id })}>
              {t('Discard the partial download')}
            </Button>
          )}
        </div>
      ) : (
        <div className={styles.section}>
          <FetchProgress task={task} />
          <Button isPending={cancel.isPending} onPress={() => cancel.mutate({ taskId: task.taskId })}>
            {t('Cancel')}
          </Button>
          <p className="caption text-3">{t('What has arrived is kept. Fetching can resume from this point.')}</p>
        </div>
      )}
      <section className={styles.section}>
        <dl className={styles.facts}>
          <Fact name={t('Id')}>
            <span className="mono">{id}</span>
          </Fact>
          <Fact name={t('What it does')}>{doesWhat(entry)}</Fact>
          <Fact name={t('Size')}>{sizeText(fetchable)}</Fact>
          <Fact name={t('License')}>
            {licence.mustBeAccepted ? t('{{licence}}, to be accepted first', { licence: licence.name }) : licence.name}
            <Address url={licence.url} />
          </Fact>
          <Fact name={t('From|source')}>
            {sourceHost(fetchable, mirror)}
            <Address url={page} />
          </Fact>
        </dl>
      </section>
      {isAsking && <FetchDialog fetchable={fetchable} onClose={() => setAsking(false)} />}
    </aside>
  )
}
