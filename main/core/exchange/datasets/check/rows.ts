import type { PlannedImage } from '#common/contract/datasets'

import { splitOf } from '../reading.ts'
import type { LookedAt } from './look.ts'
import type { ProblemList } from './problem-list.ts'

/** An image of a plan while its label files are read. */
export type Row = { -readonly [Key in keyof PlannedImage]: PlannedImage[Key] }

/** An image that no label file has spoken of yet. */
export function rowOf({ file: { path }, frame, there, isRepeated }: LookedAt, problems: ProblemList): Row {
  if (!frame.ok) problems.refuse({ path, reason: frame.error })
  const state = !frame.ok ? 'refused' : isRepeated ? 'repeated' : there ? 'there' : 'new'
  return { path, state, image: there?.id ?? null, split: splitOf(path, undefined), objects: null }
}
