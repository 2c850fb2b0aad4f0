import { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import type { ClassId } from '#common/ids'
import { err, ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { parseVersionSettings } from '#common/versions/settings'
import { type Grantor, OWNER } from '../../access/keys/service.ts'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import { cleanClassName } from '../../dataset/projects/rules.ts'
import type { DamagedVersion, Version } from '../../versions/model.ts'
import type { ExportAnswer, ManagedImage } from '../model.ts'
import type { Management, WantedBalance, WantedVersion } from '../ports.ts'
import type { ManagedServices } from '../services.ts'
import { exportPolling, findArchive } from './exporting.ts'
import { embeddedFacets } from './facets.ts'
import { projectFinder } from './find-project.ts'
import { limitedManagement } from './limited.ts'
import { toManagedTask } from './managed-task.ts'
import { named, readParticulars } from './particulars.ts'
import { reachOf } from './reach.ts'
import { managementViews, toManagedImage } from './views.ts'

/** The management API over the services of this library, for one of its workspaces and whoever may do what `by` says. */
export function embeddedManagement(services: ManagedServices, workspace: Workspace, by: Grantor = OWNER): Management {
  const { projects, images, annotations, splits, versions, exports, tasks, random } = services
  const [views, poll] = [managementViews(services, workspace), exportPolling(services, workspace)]
  const reach = reachOf(services, workspace, by)
  const finder = projectFinder(projects, workspace, reach)

  async function findVersion(text: string, number: number) {
    const project = await finder.find(text)
    if (!project.ok) return project
    const version = await versions.find(project.value, number)
    return version.ok ? ok({ project: project.value, version: version.value }) : version
  }

  const batchIn = (project: Project) => (name: string) => images.batch(project, name)

  async function readImage(project: Project, image: string): Promise<Result<ManagedImage, Refusal>> {
    const details = await images.details(project, image)
    if (!details.ok) return details
    const opened = await annotations.open(project, details.value.id)
    if (!opened.ok) return opened
    return ok(toManagedImage(details.value, opened.value, await projects.classes(project)))
  }

  async function answerVersion({ project, version }: { project: Project; version: Version }) {
    const [told, frozen] = await Promise.all([views.project(project), views.version(project, version)])
    return { workspace: views.head, project: told, version: frozen }
  }

  async function generate(project: Project, { name, settings, seed }: WantedVersion) {
    const parsed = parseVersionSettings(settings)
    if (!parsed.ok) return parsed
    const started = await versions.start(project, { name, settings: parsed.value, seed: seed ?? random.hex(16) })
    return started.ok ? ok({ version: started.value.number, taskId: started.value.taskId }) : started
  }

  async function exportOf(
    at: { project: Project; version: Version },
    format: string,
  ): Promise<Result<ExportAnswer, Refusal>> {
    const known = exports.formatOf({ ...at, format })
    if (!known.ok) return known
    if (at.version.state === 'generating') return ok({ kind: 'working', progress: 0 })
    const state = await poll({ ...at, format: known.value.id })
    if (!state.ok) return state
    if (state.value.kind === 'making') {
      return ok({ kind: 'working', progress: Math.min(0.99, await views.progressOf(state.value.taskId)) })
    }
    const { linkKey } = state.value.record
    return ok({ kind: 'ready', ...(await answerVersion(at)), format, archive: linkKey })
  }

  async function classIds(project: Project, names: readonly string[]): Promise<Result<ClassId[], Refusal>> {
    const known = new Map((await projects.classes(project)).map(({ name, id }) => [name, id]))
    const ids = []
    for (const name of names) {
      const id = known.get(cleanClassName(name))
      if (id === undefined) return refuse('class-name-unknown', { class: shorten(name), project: project.name })
      ids.push(id)
    }
    return ok(ids)
  }

  async function rebalance(project: Project, wanted: WantedBalance) {
    const classes = await classIds(project, wanted.classes)
    if (!classes.ok) return classes
    return splits.start(project, { ...wanted, classes: classes.value, seed: random.hex(16) })
  }

  const management: Management = {
    identify: async () => ok(workspace.slug),
    async workspace() {
      const [listed, damagedProjects] = await Promise.all([reach.list(), reach.damaged()])
      return ok({ ...views.head, projects: await Promise.all(listed.map(views.project)), damagedProjects })
    },
    async createProject({ type, ...wanted }) {
      const known = projectTypeOf(type)
      if (!known.ok) return known
      const created = await projects.create(workspace, { ...wanted, type: known.value })
      return created.ok ? ok(await views.project(created.value)) : created
    },
    async project(text) {
      const project = await finder.find(text)
      if (!project.ok) return project
      const listed = await versions.list(project.value)
      const [sound, damaged] = [listed.filter(isSound), listed.filter((version) => !isSound(version))]
      return ok({
        workspace: views.head,
        project: await views.project(project.value),
        versions: await Promise.all(sound.map((version) => views.version(project.value, version))),
        damagedVersions: damaged.map(({ number }) => number),
      })
    },
    async upload(text, { bytes, about }) {
      const project = await finder.find(text)
      if (!project.ok) return project
      const added = await images.addStreamed(project.value, {
        bytes,
        about: () => readParticulars(about(), batchIn(project.value)),
      })
      if (!added.ok) return err(named(about().name, added.error))
      const { id, duplicateOf } = added.value
      return ok({ id, duplicateOf })
    },
    async annotate(text, image, file) {
      const project = await finder.find(text)
      if (!project.ok) return project
      const found = await images.find(project.value, image)
      if (!found.ok) return found
      return services.annotateFile(project.value, found.value, file)
    },
    async image(text, image) {
      const project = await finder.find(text)
      return project.ok ? readImage(project.value, image) : project
    },
    async generate(text, wanted) {
      const project = await finder.find(text)
      return project.ok ? generate(project.value, wanted) : project
    },
    async version(text, number) {
      const found = await findVersion(text, number)
      return found.ok ? ok(await answerVersion(found.value)) : found
    },
    async export(text, number, format) {
      const found = await findVersion(text, number)
      return found.ok ? exportOf(found.value, format) : found
    },
    async download(archive) {
      const found = await findArchive(services, workspace, archive)
      if (!found) return refuse('link-leads-to-no-archive')
      if (!found.ok) return found
      const { fileName, bytes, path } = found.value
      return ok({ fileName, bytes, content: services.openFile(path) })
    },
    async rebalance(text, wanted) {
      const project = await finder.findExactly(text)
      return project.ok ? rebalance(project.value, wanted) : project
    },
    async task(id) {
      const task = await tasks.read(workspace, id)
      if (!task.ok) return task
      return ok(toManagedTask(task.value))
    },
    ...embeddedFacets(services, { workspace, by, ...finder, reach }),
  }
  return by.folderIds === null ? management : limitedManagement(management, services, { workspace, reach })
}

function isSound(version: Version | DamagedVersion): version is Version {
  return version.state !== 'damaged'
}

/** Clients may say `classification` for one class an image. */
function projectTypeOf(type: string): Result<ProjectType, Refusal> {
  const known = ProjectType.safeParse(type === 'classification' ? 'single-label-classification' : type)
  if (known.success) return ok(known.data)
  return refuse('project-type-unknown', { types: ProjectType.options, type: shorten(type) })
}
