import { brand } from '#common/border'
import type { DatasetPlan, PlannedClass, SampleImage } from '#common/contract/datasets'
import type { LabelClass, ProjectType } from '#common/contract/projects'
import { imageUrl } from '#common/contract/urls'
import type { ClassId, ShapeId, TaskId } from '#common/ids'
import { said } from '#common/messages/sentence'
import { toShapes } from '../../../annotation/annotations/read-annotation.ts'
import type { Project, ProjectRepository } from '../../../dataset/projects/ports.ts'
import type { Random } from '../../../ports.ts'
import { Refused, type TaskContext } from '../../../tasks/ports.ts'
import { innerArchives } from '../places.ts'
import { type DatasetFile, DatasetFileError, type DatasetFiles, oneChunk } from '../ports.ts'
import type { DatasetReader, DatasetReaders } from '../reader-ports.ts'
import { type Candidate, imagesOf } from '../recognise.ts'
import type { DatasetStaging, ImageGlancer, KnownImages } from '../staging-ports.ts'
import { type Glances, lookAtImages } from './look.ts'
import { type Planned, planDataset } from './plan.ts'
import type { Sample } from './tally.ts'

export interface CheckSources {
  readonly staging: DatasetStaging
  readonly readers: DatasetReaders
  readonly known: KnownImages
  readonly glancer: ImageGlancer
  readonly projects: ProjectRepository
  readonly random: Random
  /** Keeps a JPEG for the screens; answers its URL. */
  readonly show: (jpeg: Uint8Array) => string
  /** Images worked on at the same time. */
  readonly inFlight: number
  /** Lets everything else that the process has to do go first when it has waited long enough. */
  readonly breathe: () => Promise<void> | undefined
}

/** A dataset that was read, and what an import of it would do. */
export interface Checked extends Pick<Planned, 'rows' | 'problems' | 'attributes'> {
  readonly plan: DatasetPlan
  readonly recognised: Recognised
}

/** The formats of a dataset, which stay what they are: its files never change. */
export interface Recognised {
  readonly type: ProjectType
  readonly candidates: readonly Candidate[]
}

interface Checking {
  readonly project: Project
  readonly dataset: TaskId
  readonly name: string
  /** The format; undefined: the most likely one; null: none. */
  readonly format: string | null | undefined
  readonly glances: Glances
  /** Formats that an earlier check recognized. */
  readonly recognised?: readonly Candidate[] | undefined
}

const MAX_CLASSES = 1000

/** Reads all of a dataset and says what an import of it would do; writes nothing. */
export async function checkDataset(
  sources: CheckSources,
  { project, dataset, name, format, glances, recognised: before }: Checking,
  { signal, report }: TaskContext,
): Promise<Checked> {
  const { staging, readers, inFlight, glancer, breathe } = sources
  const opened = await staging.read(dataset)
  if (!opened.ok) throw new Refused(opened.error)
  const files = opened.value
  let reader: DatasetReader | undefined
  try {
    reader = await readers.open(staging.place(dataset), signal)
    const candidates = await reader.recognise(project.type, before)
    const chosen =
      format === null ? undefined : (candidates.find(({ importer }) => importer.id === format) ?? candidates[0])
    const images = imagesOf(files, candidates)
    const known = await sources.known.of(project.id)
    const step = stepper(images.length, { signal, report })
    const looked = await lookAtImages({ files, images, known, glancer, glances, inFlight, step })
    const described = format === null ? none() : reader.read(chosen)
    const refused = [...files.refused, ...innerArchives(files)]
    const there = await sources.projects.classes(project.id)
    const pause = pausing(signal, breathe)
    const { type } = project
    const planned = await planDataset({ type, there, looked, known, described, refused, step: pause })
    const classes = nameClasses(sources, there, planned)
    const shown = await drawSamples(sources, files, { planned, classes, images })
    const { rows, problems, attributes } = planned
    const plan = { ...summary(files, planned, { candidates, chosen }), name, ...listed(classes), samples: shown }
    return { plan, rows, problems, attributes, recognised: { type, candidates } }
  } catch (failure) {
    throw failure instanceof DatasetFileError ? new Refused(failure.refusal) : failure
  } finally {
    reader?.release()
    await files.close()
  }
}

function pausing(signal: AbortSignal, breathe: CheckSources['breathe']): CheckSources['breathe'] {
  return () => {
    signal.throwIfAborted()
    return breathe()
  }
}

async function* none(): AsyncGenerator<never> {}

function stepper(total: number, { signal, report }: Pick<TaskContext, 'signal' | 'report'>): () => void {
  let current = 0
  report({ current, total })
  return () => {
    signal.throwIfAborted()
    report({ current: (current += 1), total })
  }
}

interface Choice {
  readonly candidates: readonly Candidate[]
  readonly chosen: Candidate | undefined
}

function summary({ files }: DatasetFiles, { images, labels, splits, counted }: Planned, choice: Choice) {
  return {
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    formats: choice.candidates.map(({ importer: { id, title }, labels: found }) => ({
      id,
      title: typeof title === 'string' ? title : said(title),
      files: found.length,
    })),
    format: choice.chosen?.importer.id ?? null,
    images,
    labels,
    splits,
    ...counted,
  }
}

/** Classes with the most objects first. A new class gets the color that it will have. */
function nameClasses(
  { random }: CheckSources,
  there: readonly LabelClass[],
  { classes: counted, attributes }: Planned,
): PlannedClass[] {
  const byName = new Map(there.map((known) => [known.name, known]))
  let color = there.length
  const classes = [...counted].map(([name, { objects, images }]) => {
    const known = byName.get(name)
    const id = known?.id ?? brand<ClassId>(random.id())
    const asks = (attributes.get(name) ?? []).map((attribute) => attribute.name)
    const isNew = known === undefined
    return { id, name, color: known?.color ?? (color += 1), isNew, objects, images, asks }
  })
  return classes.sort((a, b) => b.objects - a.objects)
}

function listed(classes: readonly PlannedClass[]) {
  return { classes: classes.slice(0, MAX_CLASSES), classCount: classes.length }
}

interface Drawing {
  readonly planned: Planned
  readonly classes: readonly PlannedClass[]
  readonly images: readonly DatasetFile[]
}

/** The samples as images with shapes; those that cannot be drawn are left out. */
async function drawSamples(
  { glancer, random, show }: CheckSources,
  dataset: DatasetFiles,
  { planned, classes, images }: Drawing,
): Promise<SampleImage[]> {
  async function urlOf({ index, image, bytes }: Sample): Promise<string | undefined> {
    if (index === undefined && bytes === undefined) return image && imageUrl(image, 'screen')
    const file = index === undefined ? undefined : images[index]
    const source = bytes ? oneChunk(bytes) : file && dataset.read(file)
    const jpeg = source && (await glancer.small(source).catch(passDamaged))
    return jpeg && show(jpeg)
  }

  const drawn: SampleImage[] = []
  for (const sample of planned.samples) {
    const url = await urlOf(sample)
    const shapes = toShapes(sample.drafts, classes, () => brand<ShapeId>(random.id()))
    if (url !== undefined) drawn.push({ name: sample.name, url, ...sizeOf(sample), shapes })
  }
  return drawn
}

function sizeOf({ frame: { width, height } }: Sample) {
  return { width, height }
}

function passDamaged(failure: unknown): undefined {
  if (!(failure instanceof DatasetFileError)) throw failure
}
