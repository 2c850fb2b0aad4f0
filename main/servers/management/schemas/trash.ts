import { z } from 'zod'

const Moment = z.iso.datetime().meta({ description: 'ISO 8601, UTC' })

const TrashItemBody = z
  .object({
    id: z.string().meta({ description: 'Identifier of a project or workflow, number of a version' }),
    type: z.string(),
    name: z.string(),
    url: z.string().optional().meta({ description: 'The address that a project had' }),
    parentId: z.string().optional().meta({ description: 'Identifier of the project of a version' }),
    parentUrl: z.string().optional(),
    parentName: z.string().optional(),
    deletedAt: Moment,
    scheduledCleanupAt: Moment.meta({ description: 'Time of permanent deletion' }),
    deletedBy: z.string().meta({ description: 'The workspace: it has one member' }),
    deletedByName: z.string(),
  })
  .meta({ id: 'TrashItem' })

const Items = z.array(TrashItemBody)

export const TrashBody = z
  .object({
    items: Items.meta({ description: 'Newest first' }),
    sections: z.object({ projects: Items, versions: Items, workflows: Items, models: Items, trainings: Items }),
  })
  .meta({ id: 'Trash' })

/** Clients send the number of a version as a text or as a number. */
export const RestoreBody = z
  .object({
    type: z.string().meta({ description: 'project, version, workflow or model' }),
    id: z.union([z.string(), z.number()], 'must be a string').transform(String),
    parentId: z.string().nullish().meta({ description: 'Of a version: identifier of its project' }),
  })
  .meta({ id: 'Restore' })

export const RestoredBody = z
  .object({
    restored: z.literal(true),
    type: z.string(),
    id: z.string(),
    url: z.string().optional().meta({ description: 'Where a project is now' }),
    takenUrl: z.string().optional().meta({ description: 'The address that it had, when another project has it now' }),
    message: z.string().optional(),
  })
  .meta({ id: 'Restored' })

const Deleted = z.object({
  deleted: z.literal(true),
  workspace: z.string(),
  project: z.string(),
  projectId: z.string().meta({ description: 'Id for restoring' }),
  trash: z.literal(true),
})

export const DeletedProjectBody = Deleted.extend({ type: z.literal('project') }).meta({ id: 'DeletedProject' })

export const DeletedWorkflowBody = z
  .object({
    deleted: z.literal(true),
    type: z.literal('workflow'),
    workspace: z.string(),
    workflow: z.string(),
    workflowId: z.string(),
    trash: z.literal(true),
  })
  .meta({ id: 'DeletedWorkflow' })

export const DeletedVersionBody = Deleted.extend({ type: z.literal('version'), version: z.string() }).meta({
  id: 'DeletedVersion',
})
