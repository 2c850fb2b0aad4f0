import type { Acts } from '#common/contract/acts'
import type { studioContract } from '#common/contract/contract'
import type { Ability } from '#common/contract/session'
import type { Refusal } from '#common/errors'
import type { TaskId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { saidOutcome } from '../dataset/images/outcome.ts'
import type { RemoteStudio } from './service.ts'

/** The procedures that a management API has words for, answered by it. Pages offer no more than these can do and undo. */
export type RemoteActs = Acts<typeof studioContract>

export function remoteActs(studio: RemoteStudio): RemoteActs {
  return { ...projectActs(studio), ...imageActs(studio), ...versionActs(studio), ...workspaceActs(studio) }
}

function projectActs({ projects, annotations, splits, health }: RemoteStudio): RemoteActs {
  return {
    projects: {
      list: () => projects.summaries(),
      damaged: () => projects.damaged(),
      read: ({ project }) => projects.summary(project),
      create: (wanted) => projects.create(wanted),
      setPublic: ({ project, isPublic }) => projects.setPublic(project, isPublic),
      classes: {
        list: ({ project }) => projects.classes(project),
        create: ({ project, name }) => projects.createClass(project, name),
      },
    },
    annotations: {
      open: ({ project, image }) => annotations.open(project, image),
      commit: ({ edit, ...place }) => annotations.commit(place, edit),
      undo: (place) => annotations.undo(place),
      redo: (place) => annotations.redo(place),
      setState: (wanted) => annotations.setState(wanted, wanted),
    },
    // Without undo: the API does not move single images back.
    splits: {
      preview: ({ project, request }) => splits.preview(project, request),
      start: ({ project, request }) => asTask(splits.start(project, request)),
    },
    health: {
      read: ({ project, regenerate = false }) => health.read(project, { regenerate }),
      files: () => ok(null),
      heat: ({ project, classId }) => health.heat(project, classId),
    },
  }
}

function imageActs({ images, imports, fetches, reports }: RemoteStudio): RemoteActs {
  return {
    // Colors, tags, damaged files and the trash of images are not told.
    images: {
      page: (query) => images.page(query.project, query),
      colors: () => ok(''),
      ids: ({ project, filter }) => images.ids(project, filter),
      facets: ({ project }) => images.facets(project),
      tags: () => ok([]),
      read: ({ project, image }) => images.details(project, image),
      edit: ({ project, image, ...wanted }) => asDone(images.edit(project, image, wanted)),
      faulty: () => ok([]),
      trashed: () => ok([]),
      outlines: ({ project, images: ids }) => images.outlines(project, ids),
    },
    imports: {
      start: ({ project, batchName, expected }) => ok(imports.start(project, batchName, expected)),
      expect: ({ taskId, expected }) => asDone(imports.expect(taskId, expected)),
      finish: ({ taskId }) => imports.finish(taskId),
      fetch: (wanted) => ok({ taskId: fetches.start(wanted) }),
      fetchAgain: ({ taskId }) => asTask(fetches.again(taskId)),
      counts: ({ taskId }) => ok(reports.counts(taskId)),
      report({ taskId, only, ...window }) {
        const { total, rows } = reports.rows(taskId, only, window)
        return ok({ total, rows: rows.map(saidOutcome) })
      },
    },
  }
}

function versionActs({ versions, exports, searchExports }: RemoteStudio): RemoteActs {
  return {
    versions: {
      list: ({ project }) => versions.list(project),
      read: ({ project, version }) => versions.read(project, version),
      next: () => ok({ number: null }),
      plan: ({ project, settings }) => versions.plan(project, settings),
      preview: (wanted) => versions.preview(wanted.project, wanted),
      start: (wanted) => versions.start(wanted.project, wanted),
    },
    exports: {
      formats: (version) => exports.formats(version),
      kept: () => ok(null),
      start: ({ format, ...version }) => asTask(exports.start(version, format)),
      pickedFormats: ({ project }) => searchExports.formats(project),
      startPicked: (wanted) => asTask(searchExports.start(wanted)),
    },
  }
}

function workspaceActs({ catalog, trash, folders, jobs, keys, tasks }: RemoteStudio): RemoteActs {
  return {
    // Catalog folders are not told: nothing is published to them.
    catalog: { search: (asked) => catalog.search(asked), copy: (wanted) => asTask(catalog.copy(wanted)) },
    trash: {
      list: () => trash.list(),
      moveProject: ({ project }) => trash.moveProject(project),
      moveVersion: ({ project, version }) => trash.moveVersion(project, version),
      restore: (item) => trash.restore(item),
    },
    folders: {
      list: () => folders.list(),
      create: (wanted) => folders.create(wanted),
      rename: ({ folder, name }) => folders.rename(folder, name),
      move: ({ folder, parentId }) => folders.move(folder, parentId),
      remove: ({ folder }) => folders.remove(folder),
      restore: ({ removed }) => folders.restore(removed),
      place: ({ project, folder }) => folders.place(project, folder),
    },
    // Without what follows the making of a job: the API neither changes nor reviews one.
    jobs: {
      board: ({ project }) => jobs.board(project),
      list: ({ project }) => jobs.list(project),
      create: ({ project, ...wanted }) => jobs.create(project, wanted),
      imagePage: ({ project, job, ...window }) => jobs.imagePage(project, job, window),
    },
    // Without revoking: what the API revokes it cannot bring back.
    keys: {
      list: () => keys.list(),
      folders: () => keys.folders(),
      create: (wanted) => keys.create(wanted),
      setDisabled: ({ id, isDisabled }) => keys.setDisabled(id, isDisabled),
    },
    tasks: {
      list: () => ok(tasks.list()),
      read: ({ taskId }) => tasks.read(taskId),
      cancel: ({ taskId }) => asDone(tasks.cancel(taskId)),
    },
  }
}

type Outcome<Value> = Result<Value, Refusal>

async function asTask(starting: Promise<Outcome<TaskId>> | Outcome<TaskId>) {
  const started = await starting
  return started.ok ? ok({ taskId: started.value }) : started
}

async function asDone(doing: Promise<Outcome<unknown>> | Outcome<unknown>) {
  const done = await doing
  return done.ok ? ok({}) : done
}

/** Abilities of a screen while the studio works on a remote: no more than the acts can do and undo. */
export const REMOTE_ABILITIES: readonly Ability[] = [
  'import',
  'edit-images',
  'export-images',
  'rebalance',
  'versions',
  'health',
  'trash',
  'folders',
  'jobs',
  'catalog',
  'fetch',
  'api-keys',
]
