import { implement } from '@orpc/server'
import { eventsContract } from '#common/contract/events'
import { refuse } from '#common/errors'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(eventsContract)

/** The events of this machine, also while the projects lie on another one. */
export function eventProcedures(services: StudioServices) {
  const { events } = services
  return os.router({
    page: os.page.handler(async ({ input }) => answer(await events.page(input))),
    find: os.find.handler(async ({ input }) => answer(await events.find(input.event))),
    histogram: os.histogram.handler(async ({ input }) => ({
      counts: [...answer(await events.histogram(input.filter, input.buckets))],
    })),
    count: os.count.handler(async ({ input }) => ({ count: answer(await events.count(input.filter)) })),
    facets: os.facets.handler(async () => {
      const { devices, schemas, workflows, metadataKeys } = await events.facets()
      return {
        devices: [...devices],
        schemas: [...schemas],
        workflows: [...workflows],
        metadataKeys: [...metadataKeys],
      }
    }),
    span: os.span.handler(() => events.span()),
    status: os.status.handler(() => events.status()),
    finalize: os.finalize.handler(async ({ input }) => answer(await events.finalize(input.event))),
    giveFeedback: os.giveFeedback.handler(async ({ input }) =>
      answer(await events.giveFeedback(input.event, input.feedback)),
    ),
    sendToProject: os.sendToProject.handler(async ({ input, signal }) =>
      sendToProject(services, { ...input, ...(signal && { signal }) }),
    ),
  })
}

interface Sending {
  readonly events: readonly string[]
  readonly project: string
  readonly signal?: AbortSignal
}

async function sendToProject(
  { workspace, projects, eventSender, remote }: StudioServices,
  { events, project: slug, signal }: Sending,
) {
  const there = remote()
  if (there !== undefined) answer(refuse('events-need-this-machine', { host: there.host }))
  const project = answer(await projects.find(workspace, slug))
  const { images, failed, ...counts } = await eventSender.send(project, events, signal)
  return { ...counts, images: [...images], failed: [...failed] }
}
