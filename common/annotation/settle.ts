import type { ClassId } from '../ids.ts'
import type { AnnotationDocument, Edit } from './edit.ts'
import { editName } from './edit-name.ts'
import { type NeededClass, type Proposal, proposedShape } from './proposal.ts'

interface Ground {
  /** The labels that are there. */
  readonly shapes: AnnotationDocument
  readonly classes: readonly NeededClass[]
  readonly fresh: () => ClassId
}

/**
 * The gesture that makes labels of proposals, above what is there and in their order. It carries every class that it needs: one
 * that is still on its way to the library is as good as one that is there.
 */
export function acceptEdit(proposals: readonly Proposal[], { shapes, classes, fresh }: Ground): Edit {
  const known = new Map(classes.map(({ name, id }) => [name, id]))
  const needed = new Map<string, ClassId>()
  const top = shapes.at(-1)?.z ?? 0
  const changes = proposals.map((proposal, place) => {
    const { className } = proposal
    const classId = needed.get(className) ?? known.get(className) ?? proposal.classId ?? fresh()
    needed.set(className, classId)
    return { before: null, after: proposedShape(proposal, { classId, z: top + 1 + place }) }
  })
  const carried: NeededClass[] = [...needed].map(([name, id]) => ({ id, name }))
  return {
    label: editName('edit-accept-suggestions', { count: proposals.length }),
    changes,
    classes: carried,
    ...settling(proposals),
  }
}

/** The gesture that puts proposals away. */
export function rejectEdit(proposals: readonly Proposal[]): Edit {
  return {
    label: editName('edit-reject-suggestions', { count: proposals.length }),
    changes: [],
    ...settling(proposals),
  }
}

function settling(proposals: readonly Proposal[]): Pick<Edit, 'proposals'> {
  return { proposals: proposals.map(({ id }) => ({ id, isSettled: true })) }
}
