import { z } from 'zod'
import { WorkspacePath } from './kit.ts'

export const ZipTaskPath = WorkspacePath.extend({ taskId: z.string() })

export const WantedZipBody = z
  .object({
    split: z
      .string()
      .nullish()
      .meta({ description: 'train, valid or test; folders of these names in the archive win' }),
    tags: z.array(z.string()).nullish().meta({ description: 'Put on every image' }),
    batchName: z.string().nullish(),
  })
  .meta({ id: 'WantedZipUpload' })

export const ZipUploadBody = z
  .object({
    signedUrl: z.string().meta({ description: 'Where to PUT the archive, within an hour and without an API key' }),
    taskId: z.string(),
  })
  .meta({ id: 'ZipUpload' })
