import type { DatasetPlan, DatasetProblem, PlannedImage } from '#common/contract/datasets'
import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import type { TaskId } from '#common/ids'
import { said } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import type { Project } from '../../dataset/projects/ports.ts'
import type { Checked, Recognised } from './check/check.ts'
import type { Glances } from './check/look.ts'
import type { Candidate } from './recognise.ts'
import type { DatasetStaging } from './staging-ports.ts'

/** A dataset that lies in the staging. */
interface Held {
  readonly project: Project
  readonly name: string
  /** Kept, so that reading it as another format is quick. */
  readonly glances: Glances
  checked: Checked | undefined
  /** Of a dataset that is imported; its check found it. */
  readonly recognised?: Recognised | undefined
  isImporting: boolean
}

export type HeldDatasets = ReturnType<typeof heldDatasets>

/** Datasets in the staging, with the results of their checks; gone when the program ends. */
export function heldDatasets(staging: DatasetStaging) {
  const held = new Map<TaskId, Held>()

  async function forget(dataset: TaskId): Promise<void> {
    held.delete(dataset)
    await staging.discard(dataset)
  }

  /** One that waits for a person to decide. */
  function checked(dataset: TaskId): Result<Held & { readonly checked: Checked }, Refusal> {
    const there = held.get(dataset)
    if (there?.checked === undefined || there.isImporting) return refuse('dataset-gone')
    return ok({ ...there, checked: there.checked })
  }

  return {
    forget,
    checked,
    find: (dataset: TaskId) => held.get(dataset),
    /** The formats that the check of a dataset found for a type of project; undefined after a restart. */
    recognised(dataset: TaskId, type: ProjectType): readonly Candidate[] | undefined {
      const there = held.get(dataset)
      const found = there?.checked?.recognised ?? there?.recognised
      return found?.type === type ? found.candidates : undefined
    },
    add(dataset: TaskId, project: Project, name: string): void {
      held.set(dataset, { project, name, glances: new Map(), checked: undefined, isImporting: false })
    },
    /** Nobody reads its plan any more: it is long. */
    setImporting(dataset: TaskId): void {
      const there = held.get(dataset)
      const recognised = there?.checked?.recognised
      if (there) held.set(dataset, { ...there, glances: new Map(), checked: undefined, recognised, isImporting: true })
    },
    /** Datasets whose review can be opened. */
    waiting: () => [...held.keys()].filter((dataset) => checked(dataset).ok),
    /** A person who brings another one has let go of those that wait. */
    async forgetWaiting({ id }: Project): Promise<void> {
      for (const [dataset, { project, checked: isChecked, isImporting }] of held) {
        if (project.id === id && isChecked && !isImporting) await forget(dataset)
      }
    },
  }
}

interface Window {
  readonly offset: number
  readonly limit: number
}

interface Page<Row> {
  readonly total: number
  readonly rows: Row[]
}

/** Reports for pages about a dataset that waits for a person to decide. */
export function datasetReports({ checked }: HeldDatasets) {
  function read<Answer>(dataset: TaskId, of: (found: Checked) => Answer): Result<Answer, Refusal> {
    const there = checked(dataset)
    return there.ok ? ok(of(there.value.checked)) : there
  }
  return {
    plan: (dataset: TaskId): Result<DatasetPlan, Refusal> => read(dataset, ({ plan }) => plan),
    images: (dataset: TaskId, window: Window): Result<Page<PlannedImage>, Refusal> =>
      read(dataset, ({ rows }) => pageOf(rows, window)),
    problems: (dataset: TaskId, window: Window): Result<Page<DatasetProblem>, Refusal> =>
      read(dataset, ({ problems }) => {
        const { total, rows } = pageOf(problems, window)
        return {
          total,
          rows: rows.map(({ path, line = null, isNote = false, reason }) => {
            return { path, line, isNote, reason: said(reason) }
          }),
        }
      }),
  }
}

function pageOf<Row>(rows: readonly Row[], { offset, limit }: Window): Page<Row> {
  return { total: rows.length, rows: rows.slice(offset, offset + limit) }
}
