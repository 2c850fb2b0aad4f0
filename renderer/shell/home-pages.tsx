import { useQuery } from '@tanstack/react-query'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { bringIn } from '#renderer/features/datasets/entrance/send-dataset'
import { markNewProject } from '#renderer/features/imports/entrance/new-projects'
import { startImport } from '#renderer/features/imports/entrance/start-import'
import { ProjectsPage } from '#renderer/features/projects/projects-page'
import type { OpenedFile } from '#renderer/features/welcome/use-opened-file'
import { WelcomePage } from '#renderer/features/welcome/welcome-page'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { ErrorLine } from '#renderer/ui/display/message'
import type { Picked } from '#renderer/ui/files/picked'
import styles from './home-pages.module.css'

interface HomePagesProps {
  readonly isFirstRun: boolean
  readonly params: URLSearchParams
}

/** The page at `#/`: the first run while there is no project, otherwise the project list. */
export function HomePages({ isFirstRun, params }: HomePagesProps) {
  const projects = useQuery(queries.projects())
  const damaged = useQuery(queries.damagedProjects())
  const can = useAbility()
  const open = (project: ProjectSlug, picked: Picked | undefined) => {
    navigate(projectHref(project, 'images'))
    if (picked === undefined) return
    if (can('trash-empty-project')) markNewProject(project)
    void (can('import-dataset') ? bringIn : startImport)(project, picked)
  }
  if (projects.data === undefined) {
    return projects.error === null ? null : <ErrorLine className={styles.error} error={projects.error} />
  }
  if (damaged.isPending) return null
  return isFirstRun ? (
    <WelcomePage projects={projects.data} onReady={open} opened={openedIn(params)} />
  ) : (
    <ProjectsPage projects={projects.data} damaged={damaged.data ?? NONE} />
  )
}

const NONE = [] as const

function openedIn(params: URLSearchParams): OpenedFile | undefined {
  const [id, name] = [params.get('opened'), params.get('name')]
  return id === null || name === null ? undefined : { id, name }
}
