import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ProjectSummary } from '#common/contract/projects'
import { ImageId, type ProjectSlug } from '#common/ids'
import type { SessionWords } from '#renderer/data/in-words'
import { keys, queries } from '#renderer/data/queries'
import { useReadOnly } from '#renderer/data/read-only'
import { refusalReason, sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { useAbility } from '#renderer/data/use-ability'
import { AnnotatePage } from '#renderer/features/annotate/page'
import { BatchesPage } from '#renderer/features/batches/batches-page'
import { bringIn } from '#renderer/features/datasets/entrance/send-dataset'
import { HealthPage } from '#renderer/features/health/health-page'
import { ImagesPage } from '#renderer/features/images/images-page'
import { startImport } from '#renderer/features/imports/entrance/start-import'
import { ImportPanel } from '#renderer/features/imports/import-panel'
import { ImportZone } from '#renderer/features/imports/import-zone'
import { SortingPage } from '#renderer/features/sorting/sorting-page'
import { VersionDiffPage } from '#renderer/features/versions/diff/diff-page'
import { NewVersionPage } from '#renderer/features/versions/new-version-page'
import { VersionsPage } from '#renderer/features/versions/versions-page'
import { useCommands } from '#renderer/ui/app/commands'
import { HOME_HREF, navigate, type ProjectRoute } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { EmptyState } from '#renderer/ui/display/message'
import { pickFiles } from '#renderer/ui/files/pick'
import type { Picked } from '#renderer/ui/files/picked'
import { t } from '#renderer/words/words'
import { ProjectDialogs } from './project-dialogs.tsx'
import { AcceptButton } from './read-only/accept-button.tsx'

/** The pages of one project, and what lies over them: files that are dropped, imports under way, dialogs. */
export function ProjectPages({ route }: { readonly route: ProjectRoute }) {
  const { project } = route
  const summary = useSummary(project)
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
  // One that was opened and deleted since is shown no more: nothing on its pages would work.
  const isGone = refusalReason(summary.error) === 'project-not-found'
  if (summary.error !== null && (summary.data === undefined || isGone))
    return <NoProject known={summary.data} error={summary.error} />
  return (
    <ImportZone onFiles={take} projectName={summary.data?.name ?? project}>
      <ProjectPage route={route} onAddImages={addFrom} />
      {route.page === 'images' && <ImportPanel project={project} />}
      <ProjectDialogs route={route} />
    </ImportZone>
  )
}

/** The summary of the project; asked again when it leaves the list of projects, or is back. */
function useSummary(project: ProjectSlug) {
  const client = useQueryClient()
  const isListed = (projects: readonly ProjectSummary[]) => projects.some(({ slug }) => slug === project)
  const { data: listed } = useQuery({ ...queries.projects(), select: isListed })
  useEffect(() => {
    if (listed !== undefined) void client.invalidateQueries({ queryKey: keys.summary(project) })
  }, [client, project, listed])
  return useQuery(queries.project(project))
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

interface NoProjectProps {
  /** One that was opened before. */
  readonly known: ProjectSummary | undefined
  readonly error: unknown
}

function NoProject({ known, error }: NoProjectProps) {
  const { data: session } = useQuery(queries.session())
  const fault = useReadOnly('projects')
  const isGone = refusalReason(error) === 'project-not-found'
  // A library whose projects are not known cannot tell that one does not exist.
  if (isGone && session !== undefined && fault !== undefined) return <ProjectNotShown fault={fault} session={session} />
  if (isGone && known !== undefined) return <DeletedProject project={known} />
  return (
    <EmptyState
      title={isGone ? t('This project does not exist') : t('This project could not be opened')}
      text={sentenceOf(error)}
      action={<Button onPress={() => navigate(HOME_HREF)}>{t('All projects')}</Button>}
    />
  )
}

/** Somebody else deleted it while it was open here. */
function DeletedProject({ project: { name } }: { readonly project: ProjectSummary }) {
  const can = useAbility()
  const { data: trash } = useQuery({ ...queries.trash(), enabled: can('trash') })
  const restore = useAct(studio.trash.restore)
  // The newest comes first.
  const trashed = trash?.flatMap((item) => (item.kind === 'project' && item.name === name ? [item] : []))[0]
  const all = <Button onPress={() => navigate(HOME_HREF)}>{t('All projects')}</Button>
  if (trashed === undefined)
    return <EmptyState title={t('{{name}} was deleted', { name })} text={t('It is not in the trash.')} action={all} />
  return (
    <EmptyState
      title={t('{{name}} is in the trash', { name })}
      text={t('It was deleted while it was open here. Restore it to continue.')}
      action={
        <>
          <Button
            writes="projects"
            variant="primary"
            isPending={restore.isPending}
            onPress={() => restore.mutate({ kind: 'project', id: trashed.id })}
          >
            {t('Restore')}
          </Button>
          {all}
        </>
      }
    />
  )
}

function ProjectNotShown({ fault, session }: { readonly fault: string; readonly session: SessionWords }) {
  return (
    <EmptyState
      title={t('This project cannot be shown')}
      text={t('{{fault}}. Restore the correct file to see your projects.', { fault })}
      action={<AcceptButton stores={session.readOnly} />}
    />
  )
}
