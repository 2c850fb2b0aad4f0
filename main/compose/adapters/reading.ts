import { type ForeignReading, foreignReading } from '../dataset-reading/readers.ts'
import { type Labelling, labelling } from '../labelling/labelling.ts'
import type { ShellPorts } from '../ports.ts'
import type { Base } from './base.ts'

/** Keeps foreign files and very many annotations away from the main thread. */
export interface ReadingAdapters {
  /** Reads foreign files in processes with limits. */
  readonly foreign: ForeignReading
  /** Reads and writes very many annotations in threads. */
  readonly labelling: Labelling
}

export function openReading({ datasetProcess }: Pick<ShellPorts, 'datasetProcess'>, base: Base): ReadingAdapters {
  const foreign = foreignReading({ entry: datasetProcess })
  return { foreign, labelling: labelling({ ...base, foreign }) }
}
