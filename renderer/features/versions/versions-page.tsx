import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VersionSummary } from '#common/contract/versions'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { navigate, projectHref, setParams, useRoute } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { PageHead } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import { comparable } from './diff/choice.ts'
import { VersionList } from './version-list.tsx'
import { VersionPanel } from './version-panel.tsx'
import styles from './versions-page.module.css'

export interface VersionsPageProps {
  readonly project: ProjectSlug
}

/** Every version of a project, the newest first, and one of them in full. */
export function VersionsPage({ project }: VersionsPageProps) {
  const { data: versions, error } = useQuery(queries.versions(project))
  const newVersion = (
    <Button writes="projects" variant="primary" onPress={() => navigate(projectHref(project, 'new-version'))}>
      <Plus />
      {t('New version')}
    </Button>
  )
  if (versions !== undefined && versions.length > 0) {
    return <Versions project={project} versions={versions} newVersion={newVersion} />
  }
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <PageHead title={t('Versions')} />
        {error !== null && <ErrorLine error={error} className={styles.error} />}
        {versions !== undefined && (
          <EmptyState
            title={t('No version yet')}
            text={t(
              'A version freezes the labeled images with a split and a recipe, so that a training run can be repeated.',
            )}
            action={newVersion}
          />
        )}
      </div>
    </div>
  )
}

interface VersionsProps extends VersionsPageProps {
  readonly versions: readonly VersionSummary[]
  readonly newVersion: ReactNode
}

function Versions({ project, versions, newVersion }: VersionsProps) {
  const { params } = useRoute()
  const newestFirst = versions.toSorted((a, b) => b.number - a.number)
  const shown = newestFirst.find(({ number }) => number === Number(params.get('show'))) ?? newestFirst[0]
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <PageHead
          title={t('Versions')}
          actions={
            <>
              <CompareButton project={project} versions={newestFirst} shown={shown} />
              {newVersion}
            </>
          }
        />
        <VersionList
          versions={newestFirst}
          shown={shown?.number}
          onShow={({ number }) => setParams({ show: number })}
        />
      </div>
      {shown !== undefined && <VersionPanel key={shown.number} project={project} version={shown} />}
    </div>
  )
}

interface CompareButtonProps extends Pick<VersionsProps, 'project' | 'versions'> {
  readonly shown: VersionSummary | undefined
}

/** Compares the version that is shown with the one made before it; there when two are finished. */
function CompareButton({ project, versions, shown }: CompareButtonProps) {
  const can = useAbility()
  const finished = comparable(versions)
  if (!can('version-diff') || finished.length < 2) return null
  const to = finished.find((version) => version === shown) ?? finished[0]
  const from = finished.find(({ number }) => number < (to?.number ?? 0))
  const choice = from === undefined ? {} : { from: from.number, to: to?.number }
  return (
    <Button onPress={() => navigate(projectHref(project, 'version-diff', choice))}>
      <GitCompareArrows />
      {t('Compare')}
    </Button>
  )
}
