import { implement } from '@orpc/server'
import { exportsContract } from '#common/contract/exports'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(exportsContract)

export function remoteExportsRouter({ exports, searchExports }: RemoteStudio) {
  return {
    formats: os.formats.handler(async ({ input }) => answer(await exports.formats(input))),
    kept: os.kept.handler(() => null),
    start: os.start.handler(async ({ input }) => ({ taskId: answer(await exports.start(input, input.format)) })),
    pickedFormats: os.pickedFormats.handler(async ({ input }) => answer(await searchExports.formats(input.project))),
    startPicked: os.startPicked.handler(async ({ input }) => ({ taskId: answer(await searchExports.start(input)) })),
  }
}
