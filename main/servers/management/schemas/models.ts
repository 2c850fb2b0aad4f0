import { z } from 'zod'
import { ProjectPath, QueryText, VersionPath, WorkspacePath } from './kit.ts'

export const ModelBody = z
  .object({
    id: z.string(),
    url: z.string().meta({ description: '<workspace>/<model>, or <project>/<version>' }),
    name: z.string(),
    modelType: z.string().meta({ description: 'What its sender calls the architecture' }),
    metrics: z.null().meta({ description: 'Nothing here measures weights that were sent in' }),
    recommended: z.literal(false),
    group: z.null(),
    nasFamily: z.null(),
    starred: z.boolean(),
    projects: z.array(z.string()),
    bytes: z.int(),
    sha256: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Model' })

export const ModelListBody = z.array(ModelBody)

export const ModelListQuery = z.object({
  group: QueryText.optional().meta({
    description: 'Models that were sent in belong to no group, so none is told then',
  }),
})

export const ModelPath = WorkspacePath.extend({ modelId: z.string() })
export const ModelUrlPath = WorkspacePath.extend({ modelUrl: z.string() })
export const WeightsPath = ProjectPath.extend({ modelIdOrVersion: z.string() })
export const UploadModelPath = VersionPath

export const UploadModelQuery = z.object({ modelType: QueryText.default('') })
export const PrepareUploadQuery = z.object({
  modelName: QueryText.default(''),
  modelType: QueryText.default(''),
  projectIds: QueryText.default('').meta({ description: 'Slugs, separated by commas' }),
})

export const UploadUrlBody = z
  .object({ url: z.string().meta({ description: 'PUT the file there within an hour; it needs no API key' }) })
  .meta({ id: 'ModelUpload' })

export const WeightsBody = z
  .object({
    modelId: z.string(),
    fileName: z.string(),
    weightsUrl: z.string().meta({ description: 'It carries its own private key: do not share it' }),
  })
  .meta({ id: 'Weights' })

export const FavoriteBody = z.object({ starred: z.boolean() }).meta({ id: 'Favorite' })
export const FavoredBody = z.object({ success: z.literal(true), starred: z.boolean() }).meta({ id: 'Favored' })

export const DeletedModelBody = z
  .object({
    deleted: z.literal(true),
    type: z.literal('model'),
    workspace: z.string(),
    modelId: z.string(),
    trash: z.literal(true),
  })
  .meta({ id: 'DeletedModel' })
