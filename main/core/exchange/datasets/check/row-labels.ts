import type { ProjectType } from '#common/contract/projects'
import type { Message } from '#common/messages/template'
import type { Draft } from '../../../annotation/annotations/read-annotation.ts'
import { spellingWatch } from '../../../annotation/annotations/spellings.ts'
import { newMessages } from '../import/misfits.ts'
import type { DatasetProblem, ListedClasses } from '../ports.ts'
import type { ReadImage } from '../reader-ports.ts'
import {
  imageNotes,
  isChanged,
  type LabelFault,
  listedClasses,
  type ReadLabels,
  readLabels,
  secondClass,
  splitOf,
} from '../reading.ts'
import { type AskedClass, attributeTally } from './attribute-tally.ts'
import type { LookedAt } from './look.ts'
import type { ProblemList } from './problem-list.ts'
import type { Row } from './rows.ts'
import { type OtherObjects, saidObjects } from './said-objects.ts'
import { tally } from './tally.ts'
import type { Target } from './targets.ts'
import { twins } from './twins.ts'

interface LabelledProject {
  readonly type: ProjectType
  readonly there: readonly AskedClass[]
  /** The images that lie in files of their own. */
  readonly images: readonly LookedAt[]
}

/** Takes what label files say into the rows of their images, and counts it. */
export function rowLabels({ type, there, images }: LabelledProject, problems: ProblemList) {
  const faulty = new Map<Row, LabelFault['kind']>()
  const [spokenOf, labelled, doubted] = [new Set<Row>(), new Set<Row>(), new Set<Row>()]
  const { count, list, classes, samples } = tally()
  const attributes = attributeTally(there)
  const others = saidObjects<Row>()
  const notes = imageNotes<Row>()
  const twin = twins(images)
  const report = onceIn(problems)
  const spellings = spellingWatch(there.map(({ name }) => name))

  async function take(target: Target, image: ReadImage): Promise<void> {
    const { row, name, frame, index } = target
    if (!spokenOf.has(row)) row.split = splitOf(row.path, image)
    spokenOf.add(row)
    const bytes = index === undefined ? undefined : images[index]?.bytes
    const labels = await readLabels(image, { name, frame, type, bytes })
    if (!labels.ok) return refuse(row, image, labels.error)
    const isEmpty = labels.value.drafts.length === 0
    if (!isEmpty || (row.objects === null && !faulty.has(row))) await add(target, image, labels.value)
  }

  function refuse(row: Row, { source }: ReadImage, { kind, reason, isNote = false }: LabelFault): void {
    faulty.set(row, kind)
    if (row.objects === 0) row.objects = null
    problems.add({ ...source, reason, isNote })
  }

  async function add(target: Target, image: ReadImage, labels: ReadLabels): Promise<void> {
    const { drafts, objects, told, lost, fit } = labels
    const { row, name, index } = target
    const { source } = image
    report([...told, ...spellings.objects(objects)], source)
    for (const reason of lost) problems.add({ ...source, reason, isNote: true })
    const { isCounted, fault } = twin(index, drafts)
    if (fault !== undefined) problems.add({ ...source, reason: fault })
    const found = others(row, drafts)
    const second = type === 'single-label-classification' ? furtherClass(row, found.drafts) : undefined
    if (second !== undefined) return problems.add({ ...source, reason: secondClass(name, second) })
    if (found.drafts.length > 0) join(row, image)
    if (drafts.length > 0 && isChanged(fit)) notes.add(fit, row, source)
    row.objects = (row.objects ?? 0) + found.drafts.length
    if (isCounted) await tallyUp(target, found, source)
  }

  /** Objects come to what another file says of the image; one that that file only listed goes to the split of this one. */
  function join(row: Row, { source, split }: ReadImage): void {
    if (row.objects === null) return
    if (row.objects > 0) notes.add('joined', row, source)
    else if (row.state === 'new') row.split = split ?? row.split
  }

  async function tallyUp(target: Target, found: OtherObjects, source: ReadImage['source']): Promise<void> {
    const { row, name, frame, index, bytes, isLabelled } = target
    if (isLabelled) labelled.add(row)
    attributes.count(found.drafts, source)
    await count({ name, frame, ...found, index, bytes, image: row.image ?? undefined })
  }

  return {
    /** Takes one label file's labels of the image. */
    take,
    /** Classes that may be without objects. */
    list(listing: ListedClasses): void {
      list(listedClasses(listing, type))
      attributes.list(listing)
      if (listing.spelled) report(spellings.listed(listing.spelled.names), { path: listing.spelled.path })
    },
    /** Whether a label file spoke of the image. */
    isSpokenOf: (row: Row): boolean => spokenOf.has(row),
    /** A file with the name of the image is faulty: if no other file mentions the image, its labels count as unreadable. */
    doubt: (row: Row): void => void doubted.add(row),
    /** Images that a label file could not be used for. */
    faulty(): ReadonlyMap<Row, LabelFault['kind']> {
      const unread = [...doubted].filter((row) => !spokenOf.has(row))
      return new Map([...unread.map((row) => [row, 'unreadable'] as const), ...faulty])
    },
    /** Images of the project that have labels already and get others. */
    labelled: (): number => labelled.size,
    /** Notes that are complete when all label files are read. */
    problems: (): readonly DatasetProblem[] => [...attributes.problems(), ...notes.notes()],
    found: () => ({ classes, attributes: attributes.missing(), samples: samples() }),
  }
}

/** The class that an image which has one does not get. */
function furtherClass({ objects }: Row, [first]: readonly Draft[]): string | undefined {
  return objects ? first?.className : undefined
}

/** Adds reasons that many images share, each once. */
function onceIn(problems: ProblemList) {
  const isNew = newMessages()
  return (reasons: readonly Message[], source: ReadImage['source']): void => {
    for (const reason of reasons) if (isNew(reason)) problems.add({ ...source, reason })
  }
}
