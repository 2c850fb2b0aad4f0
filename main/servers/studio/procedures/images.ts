import { implement } from '@orpc/server'
import { imagesContract } from '#common/contract/images'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(imagesContract)

export function imageProcedures({ workspace, projects, images }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    page: os.page.handler(async ({ input }) => images.page(await find(input.project), input)),
    ids: os.ids.handler(async ({ input }) => images.ids(await find(input.project), input.filter, input.sort)),
    facets: os.facets.handler(async ({ input }) => images.facets(await find(input.project))),
    read: os.read.handler(async ({ input }) => answer(await images.details(await find(input.project), input.image))),
    outlines: os.outlines.handler(async ({ input }) => images.outlines(await find(input.project), input.images)),
    setSplit: os.setSplit.handler(async ({ input }) => ({
      moved: await images.setSplit(await find(input.project), input.images, input.split),
    })),
    trash: os.trash.handler(async ({ input }) => ({
      trashed: await images.trash(await find(input.project), input.images),
    })),
    restore: os.restore.handler(async ({ input }) => ({
      restored: await images.restore(await find(input.project), input.images),
    })),
  })
}
