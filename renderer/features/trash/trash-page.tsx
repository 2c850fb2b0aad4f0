import { useQuery } from '@tanstack/react-query'
import type { Restored, TrashItem } from '#common/contract/workspace/trash'
import { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { HOME_HREF, navigate, projectHref } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { PageHead } from '#renderer/ui/display/panel'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { keptDays, restoredText } from './entrance/words.ts'
import { TrashList } from './trash-list.tsx'
import styles from './trash-page.module.css'

/** Deleted items that can be restored, the newest first. */
export function TrashPage() {
  const { data: items, error } = useQuery(queries.trash())
  const [newest] = items ?? []
  const restore = useAct(studio.trash.restore)
  const takeOut = (item: TrashItem) =>
    restore.mutate(refOf(item), { onSuccess: (restored) => tellRestored(item, restored) })
  return (
    <div className={styles.page}>
      <PageHead
        title={t('Trash')}
        {...(newest && { note: t('Items are permanently deleted after {{count}} days', { count: keptDays(newest) }) })}
      />
      {error !== null && <ErrorLine error={error} className={styles.error} />}
      {items?.length === 0 && (
        <EmptyState
          title={t('The trash is empty')}
          text={t('Restore deleted projects, versions and images here before they are permanently deleted.')}
          action={<Button onPress={() => navigate(HOME_HREF)}>{t('All projects')}</Button>}
        />
      )}
      {items !== undefined && items.length > 0 && <TrashList items={items} onRestore={takeOut} />}
    </div>
  )
}

function tellRestored(item: TrashItem, restored: Restored): void {
  const page = item.kind === 'version' ? 'versions' : 'images'
  const { data: slug } = ProjectSlug.safeParse(restored.project)
  const open = slug && { label: t('Open'), onPress: () => navigate(projectHref(slug, page)) }
  notify({ text: restoredText(item, restored), ...(open && { action: open }) })
}

function refOf(item: TrashItem) {
  switch (item.kind) {
    case 'project':
      return { kind: item.kind, id: item.id }
    case 'version':
      return { kind: item.kind, projectId: item.project.id, number: item.number }
    case 'images':
      return { kind: item.kind, projectId: item.project.id, deletedAt: item.deletedAt }
  }
}
