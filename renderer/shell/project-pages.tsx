import { useQuery } from '@tanstack/react-query'
import type { Session } from '#common/contract/session'
import { ImageId } from '#common/ids'
import { AnnotatePage } from '#renderer/features/annotate/annotate-page'
import { BatchesPage } from '#renderer/features/batches/batches-page'
import { bringIn } from '#renderer/features/datasets/send-dataset'
import { HealthPage } from '#renderer/features/health/health-page'
import { ImagesPage } from '#renderer/features/images/images-page'
import { ImportPanel } from '#renderer/features/imports/import-panel'
import { ImportZone } from '#renderer/features/imports/import-zone'
import { startImport } from '#renderer/features/imports/start-import'
import { SortingPage } from '#renderer/features/sorting/sorting-page'
import { VersionDiffPage } from '#renderer/features/versions/diff/diff-page'
import { NewVersionPage } from '#renderer/features/versions/new-version-page'
import { VersionsPage } from '#renderer/features/versions/versions-page'
import { useCommands } from '#renderer/kit/app/commands'
import { HOME_HREF, navigate, type ProjectRoute } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { EmptyState } from '#renderer/kit/display/message'
import { pickFiles } from '#renderer/kit/files/pick'
import type { Picked } from '#renderer/kit/files/picked'
import { queries } from '#renderer/kit/studio/queries'
import { useReadOnly } from '#renderer/kit/studio/read-only'
import { refusalCode, sentenceOf } from '#renderer/kit/studio/sentence'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { t } from '#renderer/kit/words/words'
import { ProjectDialogs } from './project-dialogs.tsx'
import { AcceptButton } from './read-only/accept-button.tsx'

/** The pages of one project, and what lies over them: files that are dropped, imports under way, dialogs. */
export function ProjectPages({ route }: { readonly route: ProjectRoute }) {
  const { project } = route
  const summary = useQuery(queries.project(project))
  const can = useAbility()
  const take = (picked: Picked) => (can('import-dataset') ? bringIn : startImport)(project, picked)
  const addFrom = async (what: 'folder' | 'files') => {
    const picked = await pickFiles(what)
    if (picked !== undefined) await take(picked)
  }
  useCommands(
    [
      {
        id: 'images.add-folder',
        writes: 'projects',
        label: t('Add a folder of images'),
        chord: 'Mod+O',
        run: () => void addFrom('folder'),
        isEnabled: can('import'),
      },
      {
        id: 'images.add-files',
        writes: 'projects',
        label: t('Add image files'),
        chord: 'Mod+Shift+O',
        run: () => void addFrom('files'),
        isEnabled: can('import'),
      },
    ],
    'below',
  )
  if (summary.error !== null && summary.data === undefined) return <NoProject error={summary.error} />
  return (
    <ImportZone onFiles={take} projectName={summary.data?.name ?? project}>
      <ProjectPage route={route} onAddImages={addFrom} />
      {route.page === 'images' && <ImportPanel project={project} />}
      <ProjectDialogs route={route} />
    </ImportZone>
  )
}

interface ProjectPageProps {
  readonly route: ProjectRoute
  readonly onAddImages: (what: 'folder' | 'files') => Promise<void>
}

function ProjectPage({ route, onAddImages }: ProjectPageProps) {
  const { project, params } = route
  switch (route.page) {
    case 'images':
      return <ImagesPage project={project} params={params} onAddImages={onAddImages} />
    case 'annotate': {
      const image = ImageId.safeParse(params.get('image'))
      return <AnnotatePage project={project} {...(image.success && { image: image.data })} />
    }
    case 'sort':
      return <SortingPage project={project} params={params} />
    case 'batches':
      return <BatchesPage project={project} params={params} />
    case 'versions':
      return <VersionsPage project={project} />
    case 'new-version':
      return <NewVersionPage project={project} />
    case 'version-diff':
      return <VersionDiffPage project={project} params={params} />
    case 'health':
      return <HealthPage key={project} project={project} />
  }
}

function NoProject({ error }: { readonly error: unknown }) {
  const { data: session } = useQuery(queries.session())
  const fault = useReadOnly('projects')
  const isGone = refusalCode(error) === 'project-not-found'
  // A library whose projects are not known cannot tell that one does not exist.
  if (isGone && session !== undefined && fault !== undefined) return <ProjectNotShown fault={fault} session={session} />
  return (
    <EmptyState
      title={isGone ? t('This project does not exist') : t('This project could not be opened')}
      text={sentenceOf(error)}
      action={<Button onPress={() => navigate(HOME_HREF)}>{t('All projects')}</Button>}
    />
  )
}

function ProjectNotShown({ fault, session }: { readonly fault: string; readonly session: Session }) {
  return (
    <EmptyState
      title={t('This project cannot be shown')}
      text={t('{{fault}}. Restore the correct file to see your projects.', { fault })}
      action={<AcceptButton stores={session.readOnly} />}
    />
  )
}
