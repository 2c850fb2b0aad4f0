import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ImageQuery } from '#common/contract/images'
import type { ClassId, ImageId, ProjectAddress, ProjectSlug, TaskId } from '#common/ids'
import { boardInWords, connectionsInWords, sessionInWords } from './in-words.ts'
import { studio } from './studio.ts'

/** Keys by what they show: `images(project)` is the start of every key below it, so a note can name a whole group. */
export const keys = {
  session: ['session'],
  projects: ['projects'],
  tasks: ['tasks'],
  apiKeys: ['api-keys'],
  trash: ['trash'],
  catalog: ['catalog'],
  connections: ['connections'],
  models: ['models'],
  events: ['events'],
  project: (project: ProjectSlug) => ['project', project] as const,
  summary: (project: ProjectAddress) => ['project', project, 'summary'] as const,
  images: (project: ProjectAddress) => ['project', project, 'images'] as const,
  facets: (project: ProjectSlug) => ['project', project, 'images', 'facets'] as const,
  classes: (project: ProjectSlug) => ['project', project, 'classes'] as const,
  versions: (project: ProjectAddress) => ['project', project, 'versions'] as const,
  health: (project: ProjectSlug) => ['project', project, 'health'] as const,
  jobs: (project: ProjectAddress) => ['project', project, 'jobs'] as const,
  views: (project: ProjectSlug) => ['project', project, 'views'] as const,
} as const

/** Images come in windows of this many. */
export const IMAGE_WINDOW = 100

/** Queries that screens use in more than one place: `useQuery(queries.classes(project))`. */
export const queries = {
  session: () =>
    queryOptions({
      queryKey: keys.session,
      queryFn: ({ signal }) => studio.session.read(undefined, { signal }),
      select: sessionInWords,
      // No note tells that another machine went away; asking the session looks for it.
      refetchInterval: ({ state }) => (state.data?.remote || state.data?.place.host ? 15_000 : false),
    }),

  projects: () =>
    queryOptions({ queryKey: keys.projects, queryFn: ({ signal }) => studio.projects.list(undefined, { signal }) }),

  damagedProjects: () =>
    queryOptions({
      queryKey: [...keys.projects, 'damaged'],
      queryFn: ({ signal }) => studio.projects.damaged(undefined, { signal }),
    }),

  folders: () =>
    queryOptions({
      queryKey: [...keys.projects, 'folders'],
      queryFn: ({ signal }) => studio.folders.list(undefined, { signal }),
    }),

  project: (project: ProjectSlug) =>
    queryOptions({
      queryKey: keys.summary(project),
      queryFn: ({ signal }) => studio.projects.read({ project }, { signal }),
    }),

  classes: (project: ProjectSlug) =>
    queryOptions({
      queryKey: keys.classes(project),
      queryFn: ({ signal }) => studio.projects.classes.list({ project }, { signal }),
    }),

  facets: (project: ProjectSlug) =>
    queryOptions({
      queryKey: keys.facets(project),
      queryFn: ({ signal }) => studio.images.facets({ project }, { signal }),
      placeholderData: keepPreviousData,
    }),

  tags: (project: ProjectSlug) =>
    queryOptions({
      queryKey: [...keys.images(project), 'tags'],
      queryFn: ({ signal }) => studio.images.tags({ project }, { signal }),
    }),

  /** The images `index · IMAGE_WINDOW …` of a query, and how many there are in all. */
  imageWindow: (query: ImageQuery, index: number) =>
    queryOptions({
      queryKey: [...keys.images(query.project), 'window', query, index],
      queryFn: ({ signal }) =>
        studio.images.page({ ...query, offset: index * IMAGE_WINDOW, limit: IMAGE_WINDOW }, { signal }),
    }),

  imageIds: (query: ImageQuery) =>
    queryOptions({
      queryKey: [...keys.images(query.project), 'ids', query],
      queryFn: ({ signal }) => studio.images.ids(query, { signal }),
    }),

  /** Asked again whenever images change: what is stale of the marks that they are sorted by is made again. */
  triage: (project: ProjectSlug) =>
    queryOptions({
      queryKey: [...keys.images(project), 'triage'],
      queryFn: ({ signal }) => studio.triage.refresh({ project }, { signal }),
    }),

  image: (project: ProjectSlug, image: ImageId) =>
    queryOptions({
      queryKey: [...keys.images(project), 'details', image],
      queryFn: ({ signal }) => studio.images.read({ project, image }, { signal }),
    }),

  /** The ones of the images whose stored file is damaged or missing. Asked anew whenever they come into sight: few notes tell of damage. */
  faulty: (project: ProjectSlug, images: readonly ImageId[]) =>
    queryOptions({
      queryKey: [...keys.images(project), 'faulty', images],
      queryFn: ({ signal }) => studio.images.faulty({ project, images: [...images] }, { signal }),
      gcTime: 30_000,
      staleTime: 0,
    }),

  outlines: (project: ProjectSlug, images: readonly ImageId[]) =>
    queryOptions({
      queryKey: [...keys.images(project), 'outlines', images],
      queryFn: ({ signal }) => studio.images.outlines({ project, images: [...images] }, { signal }),
      placeholderData: keepPreviousData,
    }),

  savedViews: (project: ProjectSlug) =>
    queryOptions({
      queryKey: keys.views(project),
      queryFn: ({ signal }) => studio.savedViews.list({ project }, { signal }),
    }),

  jobs: (project: ProjectSlug) =>
    queryOptions({
      queryKey: [...keys.jobs(project), 'list'],
      queryFn: ({ signal }) => studio.jobs.list({ project }, { signal }),
    }),

  /** Batches and jobs. */
  board: (project: ProjectSlug) =>
    queryOptions({
      queryKey: [...keys.jobs(project), 'board'],
      queryFn: ({ signal }) => studio.jobs.board({ project }, { signal }),
      select: boardInWords,
      placeholderData: keepPreviousData,
    }),

  versions: (project: ProjectSlug) =>
    queryOptions({
      queryKey: keys.versions(project),
      queryFn: ({ signal }) => studio.versions.list({ project }, { signal }),
    }),

  nextVersion: (project: ProjectSlug) =>
    queryOptions({
      queryKey: [...keys.versions(project), 'next'],
      queryFn: ({ signal }) => studio.versions.next({ project }, { signal }),
    }),

  /** Asked again whenever its page opens: the core makes a report once for each state of a project. */
  health: (project: ProjectSlug) =>
    queryOptions({
      queryKey: [...keys.health(project), 'report'],
      queryFn: ({ signal }) => studio.health.read({ project }, { signal }),
      refetchOnMount: 'always',
    }),

  /** Faulty images of the whole project. Files change without a note. */
  faultyFiles: (project: ProjectSlug) =>
    queryOptions({
      queryKey: [...keys.health(project), 'files'],
      queryFn: ({ signal }) => studio.health.files({ project }, { signal }),
      refetchOnMount: 'always',
    }),

  /** `report`: the moment of the report that the map belongs to. */
  heat: (project: ProjectSlug, classId: ClassId | null, report: string) =>
    queryOptions({
      queryKey: [...keys.health(project), 'heat', classId, report],
      queryFn: ({ signal }) => studio.health.heat({ project, classId }, { signal }),
      placeholderData: keepPreviousData,
    }),

  keyFolders: () =>
    queryOptions({
      queryKey: [...keys.projects, 'key-folders'],
      queryFn: ({ signal }) => studio.keys.folders(undefined, { signal }),
    }),

  apiKeys: () =>
    queryOptions({ queryKey: keys.apiKeys, queryFn: ({ signal }) => studio.keys.list(undefined, { signal }) }),
  /** Asked again whenever its page opens: what lies in catalog folders changes without a note. */
  catalog: (text: string, looks: string | null) =>
    queryOptions({
      queryKey: [...keys.catalog, text, looks],
      queryFn: ({ signal }) => studio.catalog.search({ text, looks, limit: 100 }, { signal }),
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),

  catalogFolders: () =>
    queryOptions({
      queryKey: ['catalog-folders'],
      queryFn: ({ signal }) => studio.catalog.folders(undefined, { signal }),
    }),

  connections: () =>
    queryOptions({
      queryKey: keys.connections,
      queryFn: ({ signal }) => studio.connections.list(undefined, { signal }),
      select: connectionsInWords,
    }),

  models: () =>
    queryOptions({
      queryKey: [...keys.models, 'list'],
      queryFn: ({ signal }) => studio.models.list(undefined, { signal }),
      // A model folder may be put there by hand, and is loaded by whoever asks for it: neither is told.
      refetchOnMount: 'always',
    }),

  /** Of the machine on which the projects lie. */
  labellingModels: () =>
    queryOptions({
      queryKey: [...keys.models, 'labelling'],
      queryFn: ({ signal }) => studio.modelLabels.models(undefined, { signal }),
      refetchOnMount: 'always',
    }),

  fetchableModels: () =>
    queryOptions({
      queryKey: [...keys.models, 'fetchable'],
      queryFn: ({ signal }) => studio.models.fetchable(undefined, { signal }),
      refetchOnMount: 'always',
    }),

  modelTasks: () =>
    queryOptions({
      queryKey: [...keys.tasks, 'models'],
      queryFn: ({ signal }) => studio.models.tasks(undefined, { signal }),
    }),

  trashedModels: () =>
    queryOptions({
      queryKey: [...keys.models, 'trashed'],
      queryFn: ({ signal }) => studio.models.trashed(undefined, { signal }),
    }),

  providers: () =>
    queryOptions({
      queryKey: ['providers'],
      queryFn: ({ signal }) => studio.models.providers({ again: false }, { signal }),
    }),

  mirror: () =>
    queryOptions({
      queryKey: [...keys.models, 'mirror'],
      queryFn: ({ signal }) => studio.models.mirror(undefined, { signal }),
    }),

  eventStatus: () =>
    queryOptions({
      queryKey: [...keys.events, 'status'],
      queryFn: ({ signal }) => studio.events.status(undefined, { signal }),
    }),

  trash: () =>
    queryOptions({ queryKey: keys.trash, queryFn: ({ signal }) => studio.trash.list(undefined, { signal }) }),

  tasks: () =>
    queryOptions({
      queryKey: keys.tasks,
      queryFn: ({ signal }) => studio.tasks.list(undefined, { signal }),
    }),

  waitingDatasets: () =>
    queryOptions({
      queryKey: [...keys.tasks, 'waiting'],
      queryFn: ({ signal }) => studio.datasets.waiting(undefined, { signal }),
      refetchOnMount: 'always',
    }),

  task: (taskId: TaskId) =>
    queryOptions({
      queryKey: [...keys.tasks, taskId],
      queryFn: ({ signal }) => studio.tasks.read({ taskId }, { signal }),
    }),
} as const
