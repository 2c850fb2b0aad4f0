import { byIdentifiers, type NamedAttribute } from '#common/annotation/named/attribute'
import { brand } from '#common/border'
import type { AttributeId, ClassId } from '#common/ids'
import type { Split } from '#common/split'
import { spellingWatch } from '../../annotations/spellings.ts'
import type { Random } from '../../ports.ts'
import type { NewClass } from '../../projects/ports.ts'
import { inLanes, inLanesOf } from '../../tasks/lanes.ts'
import type { TaskContext } from '../../tasks/ports.ts'
import { trailing } from '../../tasks/trailing.ts'
import { pictureMatcher } from '../match.ts'
import { innerArchives } from '../places.ts'
import type { ListedClasses } from '../ports.ts'
import type { ReadFinding, ReadPicture } from '../reader-ports.ts'
import { isListing, isProblem, isSplit, listedClasses, placeOf } from '../reading.ts'
import { imageImporter } from './image.ts'
import { type DatasetImport, type ImportSources, MANY, type Recording, type RecordProblem } from './sources.ts'
import { fileTarget, targetOf } from './targets.ts'

/** Most problems that are written down. */
const MAX_PROBLEMS = 10_000

/**
 * Takes a data set in: each picture, then its labels, and last what became of it. What was written down by an earlier run of the same
 * task is passed over; what that run did without writing it down is met again and stays as it is.
 */
export async function importDataset(
  sources: ImportSources,
  into: DatasetImport,
  { taskId, signal, report }: TaskContext,
): Promise<void> {
  const { files, pictures, described, known } = into
  const { imports, inFlight } = sources
  const done = await imports.paths(taskId)
  const match = pictureMatcher(
    pictures.map(({ path }) => path),
    known,
  )
  // What became of a file may be written after its import: a later run that finds no word of it meets it again and leaves it as it is.
  const writes = trailing()
  const spellings = spellingWatch(into.existing)
  const recording = { imports, taskId, writes, spellings }
  const importer = imageImporter(sources, into, recording)
  const problems = problemRecorder(recording, done)
  const spokenOf = new Set<string>()
  const splits = new Map<string, Split>()
  let current = 0
  const step = () => report({ current: (current += 1), total: Math.max(current, into.expected) })

  async function take(item: ReadFinding): Promise<void> {
    signal.throwIfAborted()
    if (isProblem(item)) return problems(item)
    if (isListing(item)) return addListed(item)
    if (isSplit(item)) return void splits.set(item.image, item.split)
    await takePicture(item).finally(() => item.release?.())
  }

  async function addListed(listing: ListedClasses): Promise<void> {
    await addClasses(sources, into, listing)
    const { path, names } = listing.spelled ?? { path: '', names: [] }
    for (const reason of spellings.listed(names)) await problems({ path, reason })
  }

  async function takePicture(item: ReadPicture): Promise<void> {
    const target = targetOf(match, item, into)
    if (typeof target === 'string') return problems({ ...item.source, reason: target })
    const { path } = target
    if (spokenOf.has(path)) return problems({ ...item.source, reason: `The labels of ${path} were read already` })
    spokenOf.add(path)
    if (!done.has(path)) await importer.take(target, item, problems)
    step()
  }

  try {
    report({ current, total: into.expected })
    for (const refused of [...files.refused, ...innerArchives(files)]) await problems(refused)
    if (described) await inLanesOf(described, inFlight, take)
    const silent = pictures.filter(({ path }) => !spokenOf.has(path))
    await inLanes(silent, inFlight, async (file) => {
      signal.throwIfAborted()
      if (!done.has(file.path)) await importer.take(fileTarget(file, into, splits.get(file.path)), undefined, problems)
      step()
    })
  } finally {
    await writes.settled()
  }
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

/** Writes problems down as refused files, each once whatever number of runs the import takes. */
function problemRecorder({ imports, taskId, writes }: Recording, done: ReadonlySet<string>): RecordProblem {
  let left = MAX_PROBLEMS
  return async ({ reason, ...place }) => {
    const path = placeOf(place)
    if (left === 0 || done.has(path)) return
    left -= 1
    await writes.add(imports.record(taskId, { path, outcome: 'refused', image: null, reason }, MANY))
  }
}
