import { implement } from '@orpc/server'
import { imagesContract } from '#common/contract/images'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(imagesContract)

export function remoteImagesRouter({ images }: RemoteStudio) {
  return {
    page: os.page.handler(async ({ input }) => answer(await images.page(input.project, input))),
    // The other machine tells no colours.
    colors: os.colors.handler(() => ''),
    ids: os.ids.handler(async ({ input }) => answer(await images.ids(input.project, input.filter))),
    facets: os.facets.handler(async ({ input }) => answer(await images.facets(input.project))),
    // The other machine counts no tags.
    tags: os.tags.handler(() => []),
    read: os.read.handler(async ({ input }) => answer(await images.details(input.project, input.image))),
    edit: os.edit.handler(async ({ input: { project, image, ...wanted } }) => {
      answer(await images.edit(project, image, wanted))
      return {}
    }),
    // The other machine does not tell.
    faulty: os.faulty.handler(() => []),
    trashed: os.trashed.handler(() => []),
    outlines: os.outlines.handler(async ({ input }) => answer(await images.outlines(input.project, input.images))),
  }
}
