import type { AttributesByClass } from '#common/annotation/named/attribute'
import type { DatasetPlan, PlannedPicture } from '#common/contract/datasets'
import type { ProjectType } from '#common/contract/projects'
import type { Size } from '#common/geometry/space'
import { spellingWatch } from '../../annotations/spellings.ts'
import { pictureMatcher } from '../match.ts'
import type { DatasetProblem, ListedClasses, ListedSplit } from '../ports.ts'
import type { ReadFinding, ReadPicture } from '../reader-ports.ts'
import {
  imageNotes,
  isChanged,
  isListing,
  isProblem,
  isSplit,
  type LabelFault,
  listedClasses,
  readLabels,
  secondClassSentence,
  splitOf,
} from '../reading.ts'
import type { KnownPicture } from '../staging-ports.ts'
import { type AskedClass, attributeTally } from './attribute-tally.ts'
import type { Looked, LookedAt } from './look.ts'
import { type ProblemList, problemList } from './problem-list.ts'
import { saidObjects } from './said-objects.ts'
import { type CountedClass, type Sample, tally } from './tally.ts'
import { twins } from './twins.ts'

export interface PlanSources {
  readonly type: ProjectType
  /** The classes of the project with what their objects are asked. */
  readonly there: readonly AskedClass[]
  /** The pictures that lie in files of their own, and how to look at others. */
  readonly looked: Looked
  /** The pictures of the project. */
  readonly known: readonly KnownPicture[]
  /** What the label files say. */
  readonly described: AsyncIterable<ReadFinding>
  /** What is wrong with files before any is read. */
  readonly refused: readonly DatasetProblem[]
  /** Called after each picture that was spoken of, and waited for; may throw to end the planning. */
  readonly step?: () => Promise<void> | undefined
}

export interface Planned extends Pick<DatasetPlan, 'pictures' | 'labels' | 'splits'> {
  readonly rows: readonly PlannedPicture[]
  readonly classes: ReadonlyMap<string, CountedClass>
  /** What objects will be asked that their classes in the project do not ask yet. */
  readonly attributes: AttributesByClass
  readonly samples: readonly Sample[]
  readonly problems: readonly DatasetProblem[]
  readonly counted: Pick<DatasetPlan, 'problems' | 'notes'>
}

/** A picture that labels go to. */
interface Target {
  readonly row: Row
  readonly name: string
  readonly frame: Size
  /** Place among the picture files of the data set. */
  readonly index: number | undefined
  /** The picture, where it lies inside a label file. */
  readonly bytes: ReadPicture['bytes'] | undefined
  readonly isLabelled: boolean
}

interface NoTarget {
  readonly reason: string
  /** The image is nowhere; one that is not taken in is counted as such. */
  readonly isLost: boolean
}

type Row = { -readonly [Key in keyof PlannedPicture]: PlannedPicture[Key] }

/** What an import would do, picture by picture, without doing any of it. Holds a row for each picture, and the labels of one. */
export async function planDataset(sources: PlanSources): Promise<Planned> {
  const problems = problemList(sources.refused)
  const rows = sources.looked.pictures.map((picture) => rowOf(picture, problems))
  const targets = targetFinder(sources, { rows, problems })
  const counted = { lost: 0, labelled: 0 }
  const faulty = new Map<Row, 'unfit' | 'unreadable'>()
  const { count, list, classes, samples } = tally()
  const attributes = attributeTally(sources.there)
  const [spokenOf, labelled] = [new Set<Row>(), new Set<Row>()]
  const others = saidObjects<Row>()
  const notes = imageNotes()
  const twin = twins(sources.looked.pictures)
  const tell = tellerOnce(problems)
  const spellings = spellingWatch(sources.there.map(({ name }) => name))

  async function take(picture: ReadPicture): Promise<void> {
    const target = await targets.of(picture)
    if ('reason' in target) {
      if (target.isLost) counted.lost += 1
      return problems.add({ ...picture.source, reason: target.reason })
    }
    await label(target, picture)
    spokenOf.add(target.row)
  }

  async function label(target: Target, picture: ReadPicture): Promise<void> {
    const { row, name, frame, index, bytes, isLabelled } = target
    if (!spokenOf.has(row)) row.split = splitOf(row.path, picture)
    const source = index === undefined ? undefined : sources.looked.pictures[index]?.bytes
    const labels = await readLabels(picture, { name, frame, type: sources.type, bytes: source })
    if (!labels.ok) return refuse(target, picture, labels.error)
    const { drafts, objects, told, fit } = labels.value
    if (drafts.length === 0 && (row.objects !== null || faulty.has(row))) return
    tell([...told, ...spellings.objects(objects)], picture.source)
    const { isCounted, fault } = twin(index, drafts)
    if (fault !== undefined) problems.add({ ...picture.source, reason: fault })
    const found = others(row, drafts)
    const [first] = found.drafts
    if (first && row.objects && sources.type === 'single-label-classification')
      return problems.add({ ...picture.source, reason: secondClassSentence(name, first.className) })
    if (first && row.objects !== null) join(row, picture)
    if (drafts.length > 0 && isChanged(fit)) notes.add(fit, picture.source)
    row.objects = (row.objects ?? 0) + found.drafts.length
    if (!isCounted) return
    if (isLabelled && !labelled.has(row)) counted.labelled += 1
    labelled.add(row)
    attributes.count(found.drafts, picture.source)
    await count({ name, frame, ...found, index, bytes, image: row.image ?? undefined })
  }

  function refuse({ row }: Target, { source }: ReadPicture, { kind, message: reason, isNote = false }: LabelFault) {
    faulty.set(row, kind)
    if (row.objects === 0) row.objects = null
    problems.add({ ...source, reason, isNote })
  }

  /** Objects come to what another file says of the image; one that that file only listed goes to the split of this one. */
  function join(row: Row, { source, split }: ReadPicture): void {
    if (row.objects !== 0) notes.add('joined', source)
    else if (row.state === 'new') row.split = split ?? row.split
  }

  function takeListing(listing: ListedClasses): void {
    list(listedClasses(listing, sources.type))
    attributes.list(listing)
    if (listing.spelled) tell(spellings.listed(listing.spelled.names), { path: listing.spelled.path })
  }

  const byPath = new Map(rows.map((row) => [row.path, row]))
  function takeSplit({ image, split }: ListedSplit): void {
    const row = byPath.get(image)
    if (row && !spokenOf.has(row)) row.split = split
  }

  for await (const item of sources.described) {
    if (isProblem(item)) problems.add(item)
    else if (isListing(item)) takeListing(item)
    else if (isSplit(item)) takeSplit(item)
    else await take(item).finally(() => item.release?.())
    await sources.step?.()
  }
  const all = [...rows, ...targets.others()]
  for (const problem of [...attributes.problems(), ...notes.notes()]) problems.add(problem)
  const found = { classes, attributes: attributes.missing(), samples: samples() }
  const told = { problems: problems.kept(), counted: problems.counted() }
  const repeated = repeatedRows(sources.looked.pictures, rows, faulty)
  return { rows: all, ...summaryOf(all, { ...counted, repeated, faulty }), ...found, ...told }
}

/** Adds reasons that many images share, each once. */
function tellerOnce(problems: ProblemList) {
  const told = new Set<string>()
  return (reasons: readonly string[], source: ReadPicture['source']): void => {
    for (const reason of reasons) {
      if (!told.has(reason)) problems.add({ ...source, reason })
      told.add(reason)
    }
  }
}

function rowOf({ file: { path }, frame, there, isRepeated }: LookedAt, problems: ProblemList): Row {
  if (!frame.ok) problems.add({ path, reason: frame.error.message })
  const state = !frame.ok ? 'refused' : isRepeated ? 'repeated' : there ? 'there' : 'new'
  return { path, state, image: there?.id ?? null, split: splitOf(path, undefined), objects: null }
}

interface Planning {
  readonly rows: readonly Row[]
  readonly problems: ProblemList
}

/** The picture that labels are for, or why there is none. */
function targetFinder({ looked, known }: PlanSources, { rows, problems }: Planning) {
  const { pictures } = looked
  const matched = new Map<KnownPicture, Row>()
  const insides = new Map<string, Omit<Target, 'bytes'> | NoTarget>()
  const match = pictureMatcher(
    pictures.map(({ file }) => file.path),
    known,
  )
  const added: Row[] = []

  function inProject(picture: KnownPicture): Target {
    const { id, name, isLabelled } = picture
    const row = matched.get(picture) ?? { path: name, state: 'matched', image: id, split: 'train', objects: null }
    if (!matched.has(picture)) added.push(row)
    matched.set(picture, row)
    return { row, name, frame: picture, index: undefined, bytes: undefined, isLabelled }
  }

  function inDataset(index: number): Target | NoTarget {
    const [picture, row] = [pictures[index], rows[index]]
    if (picture === undefined || row === undefined) throw new Error(`There is no picture ${index}`)
    return targetOf(picture, row, index)
  }

  /** It counts as a picture of the data set from now on. */
  async function inLabelFile(path: string, bytes: NonNullable<ReadPicture['bytes']>): Promise<Target | NoTarget> {
    const target = insides.get(path) ?? (await lookInside(path, await bytes()))
    insides.set(path, target)
    return 'reason' in target ? target : { ...target, bytes }
  }

  async function lookInside(path: string, bytes: Uint8Array): Promise<Target | NoTarget> {
    const picture = await looked.inside(path, bytes)
    const row = rowOf(picture, problems)
    added.push(row)
    return targetOf(picture, row, undefined)
  }

  return {
    async of(described: ReadPicture): Promise<Target | NoTarget> {
      const found = match(described)
      if (found.kind === 'none') return { reason: found.reason, isLost: true }
      if (found.kind === 'inside') return inLabelFile(found.path, found.bytes)
      return found.kind === 'known' ? inProject(found.picture) : inDataset(found.index)
    },
    /** Pictures that only label files told of. */
    others: (): readonly Row[] => added,
  }
}

function targetOf({ file, frame, there }: LookedAt, row: Row, index: number | undefined): Target | NoTarget {
  if (!frame.ok) return { reason: `Its picture ${file.path} is not taken in`, isLost: false }
  const isLabelled = there?.isLabelled === true
  return { row, name: file.path, frame: frame.value, index, bytes: undefined, isLabelled }
}

type Faulty = ReadonlyMap<Row, 'unfit' | 'unreadable'>

interface Counted {
  readonly lost: number
  readonly labelled: number
  readonly repeated: ReadonlySet<Row>
  readonly faulty: Faulty
}

/** Of rows with the same bytes those whose annotations do not count: one counts, which has some where any has. */
function repeatedRows(pictures: readonly LookedAt[], rows: readonly Row[], faulty: Faulty): ReadonlySet<Row> {
  const groups = Map.groupBy(rows.keys(), (index) => pictures[index]?.first ?? pictures[index]?.file.path)
  const repeated = [...groups.values()].flatMap((indices) => {
    const alike = indices.flatMap((index) => rows[index] ?? [])
    const counts = alike.find(({ objects }) => objects !== null) ?? alike.find((row) => faulty.has(row)) ?? alike[0]
    return alike.filter((row) => row !== counts)
  })
  return new Set(repeated)
}

function summaryOf(rows: readonly Row[], { lost, labelled, repeated, faulty }: Counted) {
  const states = { new: 0, there: 0, repeated: 0, matched: 0, refused: 0 }
  const splits = { train: 0, valid: 0, test: 0 }
  const labels = { objects: 0, annotated: 0, nothing: 0, silent: 0, unfit: 0, unreadable: 0 }
  for (const row of rows) {
    const { state, split, objects } = row
    states[state] += 1
    if (state === 'refused') continue
    if (state === 'new') splits[split] += 1
    if (repeated.has(row)) continue
    if (objects === null) labels[faulty.get(row) ?? 'silent'] += 1
    else labels[objects === 0 ? 'nothing' : 'annotated'] += 1
    labels.objects += objects ?? 0
  }
  return { pictures: { ...states, labelled }, labels: { ...labels, lost }, splits }
}
