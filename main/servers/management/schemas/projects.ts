import { z } from 'zod'
import { Attribute } from '#common/annotation/attribute'
import { Skeleton } from '#common/annotation/skeleton'
import { ProjectType } from '#common/contract/projects'
import { byName, Seconds, SplitsBody } from './kit.ts'
import { VersionBody } from './versions.ts'

export const WorkspaceHeadBody = z
  .object({ name: z.string(), url: z.string(), members: z.int() })
  .meta({ id: 'WorkspaceHead' })

export const ProjectBody = z
  .object({
    id: z.string().meta({ description: '<workspace>/<project>' }),
    type: z.string(),
    multilabel: z
      .boolean()
      .optional()
      .meta({ description: 'Of classification: whether an image may have several classes' }),
    name: z.string(),
    created: Seconds,
    updated: Seconds,
    images: z.int(),
    unannotated: z.int(),
    annotation: z.string().meta({ description: 'Annotation group: what the objects are called together' }),
    public: z.boolean(),
    splits: SplitsBody,
    classes: byName({
      isValue: (count): count is number => Number.isInteger(count),
      schema: { type: 'integer' },
      description: 'Objects of each class',
    }),
    colors: byName({
      isValue: (color): color is string => typeof color === 'string',
      schema: { type: 'string' },
      description: '#RRGGBB of each class',
    }),
    skeletons: z
      .record(z.string(), Skeleton)
      .optional()
      .meta({ description: 'The points of each class and the lines between them, by their places from 0' }),
    attributes: z
      .record(z.string(), z.array(Attribute))
      .optional()
      .meta({ description: 'What labels of each class are asked' }),
    versions: z.int(),
  })
  .meta({ id: 'Project' })

export const ProjectAnswerBody = z
  .object({
    workspace: WorkspaceHeadBody,
    project: ProjectBody,
    versions: z.array(VersionBody),
    damagedVersions: z
      .array(z.int())
      .optional()
      .meta({ description: 'Numbers of versions that are damaged in the database; only where there are any' }),
  })
  .meta({ id: 'ProjectAnswer' })

/** Further keys are ignored. */
export const NewProjectBody = z
  .object({
    name: z.string(),
    type: z
      .string()
      .meta({ description: `${ProjectType.options.join(', ')}; classification: one class for each image` }),
    license: z.string().max(100).nullish(),
    annotation: z.string().max(100).nullish().meta({ description: 'Annotation group; made a slug' }),
  })
  .meta({ id: 'NewProject' })
