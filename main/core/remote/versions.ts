import { imageUrl } from '#common/contract/urls'
import type { VersionPlan, VersionSummary } from '#common/contract/versions'
import { refuse } from '#common/errors'
import { type ImageId, ImageId as ImageIdSchema, type ProjectSlug, type TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import { printSearch } from '#common/search/print'
import type { SearchQuery } from '#common/search/query'
import { SPLITS, type SplitCounts, totalOf } from '#common/split'
import { describeSettings } from '#common/versions/describe'
import type { Preprocessing } from '#common/versions/preprocessing'
import { isOn, parseVersionSettings, type VersionSettings } from '#common/versions/settings'
import type { ManagedVersion } from '../management/model.ts'
import type { Outcome } from '../management/outcome.ts'
import { inLanes } from '../tasks/lanes.ts'
import { remapClasses, remapShapes } from '../versions/classes.ts'
import { toImage } from '../versions/preview.ts'
import { labelsBefore, renderPreview } from '../versions/render-preview.ts'
import { plannedCounts, skeletonsOf } from '../versions/rules.ts'
import type { RemoteAnnotations } from './annotations/service.ts'
import type { RemoteImages } from './images.ts'
import type { Remote } from './ports.ts'
import type { RemoteProjects } from './projects.ts'
import type { RemoteTasks } from './tasks.ts'

interface Dependencies extends Remote {
  readonly projects: RemoteProjects
  readonly images: RemoteImages
  readonly annotations: RemoteAnnotations
  readonly tasks: RemoteTasks
}

export interface PreviewWish {
  readonly settings: VersionSettings
  readonly seed: string
  readonly rows: number
}

export interface VersionWish {
  readonly name: string
  readonly settings: VersionSettings
  readonly seed: string
}

const NO_SETTINGS: VersionSettings = { preprocessing: {}, augmentation: {} }

/** Versions of another machine's projects. It renders them; previews are rendered here, of images that are fetched. */
export function remoteVersions(dependencies: Dependencies) {
  const { host, management, projects, images, annotations, tasks, renderer, original, show, notes } = dependencies
  const running = new Map<string, TaskId>()

  async function list(project: ProjectSlug): Outcome<VersionSummary[]> {
    const answer = await management.project(project)
    return answer.ok ? ok(answer.value.versions.map((version) => toSummary(version, taskOf(project, version)))) : answer
  }

  async function read(project: ProjectSlug, number: number): Outcome<VersionSummary> {
    const answer = await management.version(project, number)
    return answer.ok ? ok(toSummary(answer.value.version, taskOf(project, answer.value.version))) : answer
  }

  function taskOf(project: ProjectSlug, { number, isGenerating }: ManagedVersion): TaskId | undefined {
    return isGenerating ? running.get(`${project} ${number}`) : undefined
  }

  async function plan(project: ProjectSlug, settings: VersionSettings): Outcome<VersionPlan> {
    const summary = await projects.summary(project)
    if (!summary.ok) return summary
    const classes = await projects.classes(project)
    if (!classes.ok) return classes
    const { preprocessing } = settings
    const counted = await inLanes(SPLITS, SPLITS.length, (split) => {
      const prompt = promptFor([{ kind: 'split', split }], preprocessing)
      return management.search.project(project, { prompt, offset: 0, limit: 1, fields: [] })
    })
    const failed = counted.find((found) => !found.ok)
    if (failed?.ok === false) return failed
    const [train = 0, valid = 0, test = 0] = counted.map((found) => (found.ok ? found.value.total : 0))
    const labelled: SplitCounts = { train, valid, test }
    const parts = partsOfEach(preprocessing)
    const splits = parts === undefined ? null : plannedCounts(times(labelled, parts), settings)
    return ok({
      splits,
      sources: totalOf(labelled),
      sourceSplits: labelled,
      leftOut: Math.max(0, summary.value.images - totalOf(labelled)),
      images: splits && totalOf(splits),
      // The other machine makes it: how fast and into how much room is not known here.
      bytes: null,
      seconds: null,
      classes: [...remapClasses(classes.value, preprocessing.remap).classes],
    })
  }

  async function preview(project: ProjectSlug, wish: PreviewWish) {
    const samples = await sample(project, wish)
    if (!samples.ok) return samples
    const rows = await inLanes(samples.value, 3, (image) => previewOne({ project, image }, wish))
    const failed = rows.find((row) => !row.ok)
    if (failed?.ok === false) return failed
    const made = rows.flatMap((row) => (row.ok ? [row.value] : []))
    return ok({
      rows: made.map(({ image, source, results }) => ({ image, source, results })),
      dropped: made.reduce((sum, each) => sum + each.dropped, 0),
      shapes: made.reduce((sum, each) => sum + each.shapes, 0),
    })
  }

  /** Labeled images, spread over the project by the seed. */
  async function sample(project: ProjectSlug, { settings, seed, rows }: PreviewWish): Outcome<ImageId[]> {
    const prompt = promptFor([{ kind: 'measure', of: 'annotations', is: 'min', value: 1 }], settings.preprocessing)
    const all = { prompt, fields: [] }
    const first = await management.search.project(project, { ...all, offset: 0, limit: rows })
    if (!first.ok) return first
    const { total, results } = first.value
    if (total <= rows) return ok(results.flatMap(({ id }) => ImageIdSchema.safeParse(id).data ?? []))
    const start = Number.parseInt(seed.slice(0, 8), 16) % total
    const places = Array.from({ length: rows }, (_, row) => (start + Math.floor((row * total) / rows)) % total)
    const found = await inLanes(places, rows, (offset) =>
      management.search.project(project, { ...all, offset, limit: 1 }),
    )
    const ids = found.flatMap((each) => (each.ok ? each.value.results : []))
    return ok(ids.flatMap(({ id }) => ImageIdSchema.safeParse(id).data ?? []))
  }

  async function previewOne(
    { project, image }: { readonly project: ProjectSlug; readonly image: ImageId },
    { settings, seed }: PreviewWish,
  ) {
    const [details, shapes, file] = await Promise.all([
      images.details(project, image),
      annotations.shapes(project, image),
      original(project, image),
    ])
    if (!details.ok) return details
    if (!shapes.ok) return shapes
    if (!file.ok) return file
    const classes = await projects.classes(project)
    if (!classes.ok) return classes
    const { width, height } = details.value
    const { classes: named, becomes } = remapClasses(classes.value, settings.preprocessing.remap)
    const source = {
      imageId: image,
      path: file.value.path,
      width,
      height,
      shapes: remapShapes(shapes.value, becomes),
    }
    // Other images of the mosaic would have to be fetched for every look; it shows this one four times.
    const recipe = { source, neighbours: [source], settings, seed, skeletons: skeletonsOf(named) }
    const made = await renderPreview(renderer, recipe)
    return ok({
      image,
      results: made.map((image) => toImage(image, show)),
      shapes: labelsBefore(source, made, settings),
      source: { url: imageUrl(image, 'screen'), width, height, shapes: [...source.shapes], drawn: null },
      dropped: made.reduce((sum, { droppedShapes }) => sum + droppedShapes, 0),
    })
  }

  async function start(project: ProjectSlug, wish: VersionWish): Outcome<{ taskId: TaskId; version: number }> {
    const started = await management.generate(project, wish)
    if (!started.ok) return started
    const { version, taskId: theirs } = started.value
    if (theirs === undefined) return refuse('remote-version-without-task', { host, version })
    const taskId = tasks.follow(theirs, { kind: 'version', project, title: message('title-version', { version }) })
    running.set(`${project} ${version}`, taskId)
    notes.publish({ kind: 'versions', project })
    return ok({ taskId, version })
  }

  return { list, read, plan, preview, start }
}

/** The images that a version takes in, in the other machine's query language. */
function promptFor(terms: readonly SearchQuery[], { 'filter-tags': tags = {} }: Preprocessing): string {
  const tagged = Object.entries(tags).map(([name, isRequired]): SearchQuery => {
    const tag = { kind: 'tag', name } as const
    return isRequired ? tag : { kind: 'not', of: tag }
  })
  return printSearch({ kind: 'and', parts: [{ kind: 'labelled', is: true }, ...terms, ...tagged] })
}

/** How many images come of each; undefined where that depends on sizes and labels that are not known here. */
function partsOfEach({ isolate, tile, 'filter-null': labelled }: Preprocessing): number | undefined {
  if (isOn(isolate) || isOn(labelled)) return undefined
  if (!isOn(tile)) return 1
  return 'rows' in tile ? tile.rows * tile.columns : undefined
}

function times({ train, valid, test }: SplitCounts, factor: number): SplitCounts {
  return { train: train * factor, valid: valid * factor, test: test * factor }
}

function toSummary(version: ManagedVersion, taskId: TaskId | undefined): VersionSummary {
  const { number, name, createdAt, isGenerating, progress, images, splits, seed, exports } = version
  const { preprocessing, augmentation } = version
  const settings = parseVersionSettings({ preprocessing, augmentation })
  return {
    number,
    name,
    images,
    splits,
    taskId: taskId ?? null,
    createdAt: createdAt.toISOString(),
    state: isGenerating ? 'generating' : 'ready',
    progress: isGenerating ? progress : null,
    settings: settings.ok ? settings.value : NO_SETTINGS,
    // Steps that are not known here go by the names that the other machine gives them.
    recipe: settings.ok
      ? [...describeSettings(settings.value)]
      : [...Object.keys(preprocessing), ...Object.keys(augmentation)],
    seed: seed !== undefined && /^[0-9a-f]{32}$/.test(seed) ? seed : null,
    manifest: version.manifest ?? null,
    exports: [...exports],
    covers: [],
  }
}
