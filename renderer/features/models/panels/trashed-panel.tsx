import { Undo2 } from 'lucide-react'
import type { TrashedView } from '#common/contract/models/models'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { fullMoment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { useRefresh } from '../use-refresh.ts'
import styles from './panel.module.css'

export interface TrashedPanelProps {
  readonly trashed: TrashedView
  readonly onRestored: (model: string) => void
}

/** A model that was removed, until its days are over. */
export function TrashedPanel({ trashed: { key, manifest, trashedAt, cleanupAt }, onRestored }: TrashedPanelProps) {
  const refresh = useRefresh()
  const restore = useAct(studio.models.restore, {
    onDone() {
      refresh()
      onRestored(manifest.id)
    },
  })
  return (
    <aside className={styles.panel} aria-label={manifest.name} data-panel>
      <header className={styles.head}>
        <h2 className={styles.title}>{manifest.name}</h2>
      </header>
      <p className={styles.text}>
        {t('Removed {{when}}. Will be permanently deleted on {{until}}.', {
          when: fullMoment(trashedAt),
          until: fullMoment(cleanupAt),
        })}
      </p>
      <div className={styles.acts}>
        <Button writes="station" isPending={restore.isPending} onPress={() => restore.mutate({ key })}>
          <Undo2 />
          {t('Restore')}
        </Button>
      </div>
    </aside>
  )
}
