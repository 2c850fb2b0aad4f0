import type { Shape } from '#common/annotation/shape'
import type { Facets, ImageCard, ImageFilter, ShownDetails } from '#common/contract/images'
import { type ImageId, ImageId as ImageIdSchema, type ProjectSlug } from '#common/ids'
import { ok } from '#common/result'
import { Split } from '#common/split'
import type { WantedTagging } from '../dataset/tagging/rules.ts'
import type { ManagedImage } from '../management/model.ts'
import type { Outcome } from '../management/outcome.ts'
import type { FoundImage, ProjectSearch, SearchField } from '../management/search.ts'
import { inLanes } from '../tasks/lanes.ts'
import { batchIdOf, jobIdOf, mayStandIn } from './names.ts'
import type { Remote } from './ports.ts'
import type { RemoteProjects } from './projects.ts'
import { promptOf } from './query.ts'

export type RemoteImages = ReturnType<typeof remoteImages>

interface Dependencies extends Pick<Remote, 'management' | 'notes'> {
  readonly projects: RemoteProjects
  /** The shapes of an image, as the annotate page knows them. */
  readonly shapesOf: (project: ProjectSlug, image: ImageId) => Outcome<readonly Shape[]>
}

export interface Window {
  readonly offset: number
  readonly limit: number
}

/** Images of one batch or job, or those that are labeled. */
type Within = Pick<ProjectSearch, 'batch' | 'job' | 'inDataset'>

interface Search extends Window, Within {
  readonly text?: string | undefined
  /** Fields of the result; those of a card when absent. */
  readonly fields?: readonly SearchField[]
}

const PROPOSED = 'predictions:true'
const NOTHING_ON_IT = 'labelled:true max-annotations:0'

/** A search answers at most so many images. */
const PAGE = 250
const LANES = 4
/** Counts of more classes are not asked for, a request each. */
const COUNTED = 60
/** Images marked as background are few; more of one project are shown as not labeled. */
const NULLS = 1000
/** Shown until the pixels are there; the API does not tell an image's average color. */
const NO_COLOR = '#7f8489'

const CARD: readonly SearchField[] = ['name', 'split', 'width', 'height', 'annotations']

/** Images of another machine. They come in the order they were added, the one order that the API has. */
export function remoteImages({ management, notes, projects, shapesOf }: Dependencies) {
  /** In which project each image was met: a page asks for pixels by the image alone. */
  const homes = new Map<string, string>()

  /** Classes are looked up first, so that a filter by class has their names. */
  async function prompt(project: string, filter: ImageFilter): Outcome<string | undefined> {
    const labels = projects.meet(project)
    const isKnown = (filter.classes ?? []).every((id) => labels.has(id))
    if (!isKnown) {
      const classes = await projects.classes(project)
      if (!classes.ok) return classes
    }
    const stands = await standIns(project, filter)
    if (!stands.ok) return stands
    return promptOf(filter, {
      classOf: (id) => labels.get(id)?.name,
      idOf: (id) => stands.value.get(id) ?? id,
    })
  }

  /** Identifiers of batches and jobs that screens were given in the place of others. Asked for only when one may be meant. */
  async function standIns(project: string, { batches = [], search = '' }: ImageFilter) {
    if (![...batches, search].some(mayStandIn)) return ok(new Map<string, string>())
    const [all, jobs] = [await management.jobs.batches(project), await management.jobs.jobs(project)]
    if (!all.ok) return all
    if (!jobs.ok) return jobs
    return ok(
      new Map([
        ...all.value.map(({ id }) => [batchIdOf(id), id] as const),
        ...jobs.value.map(({ id }) => [jobIdOf(id), id] as const),
      ]),
    )
  }

  /** A search whose images are known to be of the project from then on. */
  async function find(project: string, { text, ...window }: Search) {
    const { fields = CARD, batch, job, inDataset } = window
    const wanted = { ...(text !== undefined && { prompt: text }), batch, job, inDataset, fields }
    const starts = Array.from({ length: Math.ceil(window.limit / PAGE) }, (_, step) => window.offset + step * PAGE)
    const end = window.offset + window.limit
    const pages = await inLanes(starts, LANES, (offset) =>
      management.search.project(project, { ...wanted, offset, limit: Math.min(PAGE, end - offset) }),
    )
    const failed = pages.find((page) => !page.ok)
    if (failed?.ok === false) return failed
    const results = pages.flatMap((page) => (page.ok ? page.value.results : []))
    for (const { id } of results) homes.set(id, project)
    return ok({ total: pages[0]?.ok === true ? pages[0].value.total : 0, results })
  }

  async function page(project: string, query: { readonly filter: ImageFilter } & Window) {
    const text = await prompt(project, query.filter)
    if (!text.ok) return text
    const found = await find(project, { text: text.value, offset: query.offset, limit: query.limit })
    if (!found.ok) return found
    const nulls = await nullsAmong(project, found.value.results)
    if (!nulls.ok) return nulls
    return ok({
      total: found.value.total,
      rows: found.value.results.flatMap((each) => toCard(each, nulls.value) ?? []),
    })
  }

  /** Which of them are marked as background: the answers of a search count shapes only. */
  async function nullsAmong(
    project: string,
    found: readonly FoundImage[],
    within: Within = {},
  ): Outcome<ReadonlySet<string>> {
    if (found.every(({ annotations }) => (annotations?.count ?? 0) > 0)) return ok(new Set())
    const nothing = { ...within, text: NOTHING_ON_IT, fields: [] }
    const empty = await find(project, { ...nothing, offset: 0, limit: PAGE })
    if (!empty.ok) return empty
    const { total, results } = empty.value
    const rest = Math.min(total, NULLS) - results.length
    const more = rest > 0 ? await find(project, { ...nothing, offset: PAGE, limit: rest }) : ok({ results: [] })
    return more.ok ? ok(new Set([...results, ...more.value.results].map(({ id }) => id))) : more
  }

  async function ids(project: string, filter: ImageFilter): Outcome<ImageId[]> {
    const text = await prompt(project, filter)
    if (!text.ok) return text
    const first = await find(project, { text: text.value, offset: 0, limit: PAGE, fields: [] })
    if (!first.ok) return first
    const { total, results } = first.value
    const rest =
      total > PAGE
        ? await find(project, { text: text.value, offset: PAGE, limit: total - PAGE, fields: [] })
        : ok({ results: [] })
    if (!rest.ok) return rest
    return ok([...results, ...rest.value.results].flatMap(({ id }) => idOf(id) ?? []))
  }

  async function facets(project: string): Outcome<Facets> {
    const [summary, classes, batches, proposed] = await Promise.all([
      projects.summary(project),
      projects.classes(project),
      management.jobs.batches(project),
      management.search.project(project, { prompt: PROPOSED, offset: 0, limit: 1, fields: [] }),
    ])
    if (!summary.ok) return summary
    if (!classes.ok) return classes
    const { splits, done, unlabelled } = summary.value
    const counted = await inLanes(classes.value.slice(0, COUNTED), LANES, async ({ id, name, shapes }) => {
      if (shapes === 0) return { id, images: 0 }
      const found = await management.search.project(project, { className: name, offset: 0, limit: 1, fields: [] })
      return { id, images: found.ok ? found.value.total : shapes }
    })
    return ok({
      splits,
      states: { done, started: 0, todo: unlabelled },
      // A server that does not know the word is one without predictions.
      // The API tells neither reviews nor comments.
      reviews: { waiting: 0, approved: 0, rejected: 0 },
      hasOpenComments: 0,
      hasProposals: proposed.ok ? proposed.value.total : 0,
      classes: counted,
      // A server without batches is one without a filter for them.
      batches: batches.ok ? batches.value.map(({ id, name, images }) => ({ id: batchIdOf(id), name, images })) : [],
    })
  }

  async function details(project: string, image: ImageId): Outcome<ShownDetails> {
    const told = await management.image(project, image)
    if (!told.ok) return told
    homes.set(image, project)
    return ok(toDetails(told.value, image))
  }

  /** Tags and metadata; an image is named by itself there, whatever its project. */
  async function edit(project: ProjectSlug, image: ImageId, wanted: WantedTagging): Outcome<undefined> {
    const edited = await management.images.edit(image, wanted)
    if (edited.ok) notes.publish({ kind: 'images', project, image })
    return edited
  }

  async function outlines(project: ProjectSlug, images: readonly ImageId[]) {
    const read = await inLanes(images, LANES, async (image) => {
      const shapes = await shapesOf(project, image)
      return { image, shapes: shapes.ok ? [...shapes.value] : [] }
    })
    return ok(read)
  }

  /** The project of an image: where it was met, or else whichever of the workspace has it. */
  async function homeOf(image: string): Outcome<string | undefined> {
    const met = homes.get(image)
    if (met !== undefined) return ok(met)
    const workspace = await management.workspace()
    if (!workspace.ok) return workspace
    for (const { slug } of workspace.value.projects) {
      if ((await management.image(slug, image)).ok) {
        homes.set(image, slug)
        return ok(slug)
      }
    }
    return ok(undefined)
  }

  return { find, nullsAmong, prompt, page, ids, facets, details, edit, outlines, homeOf }
}

function idOf(id: string): ImageId | undefined {
  return ImageIdSchema.safeParse(id).data
}

function splitOf(text: string | undefined): Split {
  return Split.safeParse(text).data ?? 'train'
}

function toCard(found: FoundImage, nulls: ReadonlySet<string>): ImageCard | undefined {
  const id = idOf(found.id)
  if (id === undefined) return undefined
  const shapes = found.annotations?.count ?? 0
  const isNull = shapes === 0 && nulls.has(id)
  return {
    id,
    shapes,
    isNull,
    proposals: 0,
    review: 'none',
    openComments: 0,
    color: NO_COLOR,
    split: splitOf(found.split),
    name: found.name ?? id,
    width: found.width ?? 0,
    height: found.height ?? 0,
    state: shapes > 0 || isNull ? 'done' : 'todo',
  }
}

function toDetails({ annotation, ...told }: ManagedImage, id: ImageId): ShownDetails {
  const { name, width, height, tags, metadata, createdAt, sourceUrl, split } = told
  return {
    id,
    name,
    width,
    height,
    color: NO_COLOR,
    split: splitOf(split),
    shapes: annotation?.length ?? 0,
    proposals: told.predictions.length,
    isNull: annotation?.length === 0,
    state: annotation === undefined ? 'todo' : 'done',
    // The API tells none of these.
    review: 'none',
    openComments: 0,
    batch: null,
    bytes: null,
    format: null,
    sequence: null,
    inferenceId: null,
    addedAt: createdAt.toISOString(),
    tags: [...tags],
    metadata: { ...metadata },
    sourceUrl: sourceUrl ?? null,
  }
}
