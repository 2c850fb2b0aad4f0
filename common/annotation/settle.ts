import type { ClassId } from '../ids.ts'
import type { AnnotationDocument, Edit } from './edit.ts'
import { type NeededClass, type Proposal, proposedShape } from './proposal.ts'

interface Ground {
  /** The labels that are there. */
  readonly shapes: AnnotationDocument
  readonly classes: readonly NeededClass[]
  readonly fresh: () => ClassId
}

/** The gesture that makes labels of proposals, above what is there and in their order; with the classes that are missing. */
export function acceptEdit(proposals: readonly Proposal[], { shapes, classes, fresh }: Ground): Edit {
  const byName = new Map(classes.map(({ name, id }) => [name, id]))
  const made: NeededClass[] = []
  for (const { className: name } of proposals) {
    if (byName.has(name)) continue
    const id = fresh()
    byName.set(name, id)
    made.push({ id, name })
  }
  const top = shapes.at(-1)?.z ?? 0
  const changes = proposals.flatMap((proposal, place) => {
    const classId = byName.get(proposal.className)
    return classId ? [{ before: null, after: proposedShape(proposal, { classId, z: top + 1 + place }) }] : []
  })
  return {
    label: labelOf('Accept', proposals),
    changes,
    ...settling(proposals),
    ...(made.length > 0 && { classes: made }),
  }
}

/** The gesture that puts proposals away. */
export function rejectEdit(proposals: readonly Proposal[]): Edit {
  return { label: labelOf('Reject', proposals), changes: [], ...settling(proposals) }
}

function settling(proposals: readonly Proposal[]): Pick<Edit, 'proposals'> {
  return { proposals: proposals.map(({ id }) => ({ id, isSettled: true })) }
}

function labelOf(verb: string, { length }: readonly Proposal[]): string {
  return length === 1 ? `${verb} proposal` : `${verb} ${length} proposals`
}
