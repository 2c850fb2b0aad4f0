import { byIdentifiers, type NamedAttribute } from '#common/annotation/named/attribute'
import { brand } from '#common/border'
import type { AttributeId, ClassId, TaskId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import { spellingWatch } from '../../../annotation/annotations/spellings.ts'
import type { EarlierRuns, ImportRepository } from '../../../dataset/images/import-ports.ts'
import type { NewClass } from '../../../dataset/projects/ports.ts'
import type { Random } from '../../../ports.ts'
import { inLanes, inLanesOf } from '../../../tasks/lanes.ts'
import type { TaskContext } from '../../../tasks/ports.ts'
import { trailing } from '../../../tasks/trailing.ts'
import { imageMatcher } from '../match.ts'
import { innerArchives } from '../places.ts'
import type { ListedClasses } from '../ports.ts'
import type { ReadFinding, ReadImage } from '../reader-ports.ts'
import { isListing, isProblem, isSplit, listedClasses, placeOf } from '../reading.ts'
import { imageImporter } from './image.ts'
import { importMemory } from './memory.ts'
import {
  type DatasetImport,
  type ImageRecording,
  type ImportSources,
  MANY,
  type Recording,
  type RecordProblem,
} from './sources.ts'
import { targetTaker } from './target-taker.ts'
import { fileTarget, targetOf } from './targets.ts'

/** Images taken in at the same time: an image waits most of its time for the disk, and those that wait together share one commit. */
const IN_FLIGHT = 80

/** Most problems that are written down. */
const MAX_PROBLEMS = 10_000

/**
 * Takes a dataset in: each image, then its labels, and last what became of it. What was written down by an earlier run of the same
 * task is passed over; what that run did without writing it down is met again and stays as it is.
 */
export async function importDataset(
  sources: ImportSources,
  into: DatasetImport,
  { taskId, signal, report }: TaskContext,
): Promise<void> {
  const { files, images, described, known } = into
  const earlier = await sources.imports.earlier(taskId)
  const paths = images.map(({ path }) => path)
  const match = imageMatcher(paths, known)
  const recording = recordingOf(sources.imports, { taskId, existing: into.existing, earlier })
  const problems = problemRecorder(recording, earlier)
  const splits = new Map<string, Split>()
  let current = 0
  const step = () => report({ current: (current += 1), total: Math.max(current, into.expected) })
  const importer = imageImporter(sources, into, recording)
  const targets = targetTaker(importer, {
    done: earlier.paths,
    labelled: earlier.labelledPaths,
    signal,
    problems,
    step,
  })

  async function take(item: ReadFinding): Promise<void> {
    signal.throwIfAborted()
    if (isProblem(item)) return problems(item)
    if (isListing(item)) return addListed(sources, into, { listing: item, recording, problems })
    if (isSplit(item)) return void splits.set(item.image, item.split)
    await takeImage(item).finally(() => item.release?.())
  }

  async function takeImage(item: ReadImage): Promise<void> {
    const target = targetOf(match, item, into)
    if ('code' in target) return problems({ ...item.source, reason: target })
    await targets.takeDescribed(target, item)
  }

  try {
    report({ current, total: into.expected })
    for (const refused of [...files.refused, ...innerArchives(files)]) await problems(refused)
    if (described) await inLanesOf(described, IN_FLIGHT, take)
    const silent = images.filter(({ path }) => !targets.isDescribed(path))
    await inLanes(silent, IN_FLIGHT, (file) => targets.takeSilent(fileTarget(file, into, splits.get(file.path))))
    for (const note of recording.memory.notes()) await problems(note)
  } finally {
    await recording.writes.settled()
  }
}

interface Begun {
  readonly taskId: TaskId
  readonly existing: readonly string[]
  readonly earlier: EarlierRuns
}

function recordingOf(imports: ImportRepository, { taskId, existing, earlier }: Begun): ImageRecording {
  // The outcome of a file may be written after its import: a later run without a record of it processes the file again, without effect.
  const writes = trailing()
  const memory = importMemory({ imports, taskId, writes }, earlier)
  const told = earlier.told.map(({ reason }) => reason)
  return { imports, taskId, writes, spellings: spellingWatch(existing), memory, told }
}

interface Listed {
  readonly listing: ListedClasses
  readonly recording: Pick<Recording, 'spellings'>
  readonly problems: RecordProblem
}

async function addListed(
  sources: ImportSources,
  into: DatasetImport,
  { listing, recording, problems }: Listed,
): Promise<void> {
  await addClasses(sources, into, listing)
  const { path, names } = listing.spelled ?? { path: '', names: [] }
  for (const reason of recording.spellings.listed(names)) await problems({ path, reason })
}

async function addClasses(
  { projects, random }: Pick<ImportSources, 'projects' | 'random'>,
  { project: { id, type }, attributes }: DatasetImport,
  listing: ListedClasses,
): Promise<void> {
  const asked = attributes ?? listing.attributes
  const wanted = listedClasses(listing, type).map((name) => newClass({ name, asked: asked?.get(name) }, random))
  if (wanted.length > 0) await projects.ensureClasses(id, wanted)
}

export function newClass(
  { name, asked = [] }: { readonly name: string; readonly asked: readonly NamedAttribute[] | undefined },
  random: Random,
): NewClass {
  const attributes = asked.map((named) => byIdentifiers(named, () => brand<AttributeId>(random.id())))
  return { id: brand<ClassId>(random.id()), name, ...(attributes.length > 0 && { attributes }) }
}

/** Writes problems and notes down, each once whatever number of runs the import takes. */
function problemRecorder({ imports, taskId, writes }: Recording, { told }: Pick<EarlierRuns, 'told'>): RecordProblem {
  const before = new Set(told.map(({ path, reason }) => keyOf(path, reason)))
  let left = MAX_PROBLEMS - before.size
  return async ({ reason, isNote = false, ...place }) => {
    const path = placeOf(place)
    if (left <= 0 || before.has(keyOf(path, reason))) return
    left -= 1
    const outcome = isNote ? 'note' : 'problem'
    await writes.add(imports.record(taskId, { path, outcome, image: null, existing: null, reason }, MANY))
  }
}

function keyOf(path: string, reason: Message): string {
  return `${path}\n${sentenceOf(reason)}`
}
