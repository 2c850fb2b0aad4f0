import type { Said } from '#common/contract/kit'
import { type Refusal, refuse } from '#common/errors'
import type { StoredEvent } from '#common/events/stored-event'
import type { BatchId, BlobHash, ImageId } from '#common/ids'
import { said } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import { fitToType } from '../../annotation/annotations/project-types.ts'
import { draftsInFrame, type ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'
import type { ProposalService } from '../../annotation/proposals/service.ts'
import { unlessDamaged } from '../../damaged-row.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import { inLanes } from '../../tasks/lanes.ts'
import { eventNotFound } from '../attaching.ts'
import { fileExtension } from '../files/file-names.ts'
import type { EventReader } from '../ports.ts'
import { findingsOf, shownEntry } from './findings.ts'
import { soundEvent } from './view.ts'

export type EventSender = ReturnType<typeof eventSender>

interface Dependencies {
  readonly reader: Pick<EventReader, 'find' | 'file'>
  /** The bytes of an event's file; undefined when it is not on the disk any more. */
  readonly openFile: (hash: BlobHash) => Promise<AsyncIterable<Uint8Array> | undefined>
  readonly images: Pick<ImageService, 'addStreamed' | 'batch' | 'find'>
  readonly proposals: ProposalService
  /** Images that are taken in at the same time. */
  readonly inFlight: number
}

/** Outcome of sending events to a project. */
export interface SentEvents {
  /** Images that are new in the project. */
  readonly added: number
  /** Images that the project had already. */
  readonly known: number
  readonly proposed: number
  /** Findings that the project has no place for. */
  readonly leftOut: number
  readonly images: readonly ImageId[]
  readonly failed: readonly { readonly event: string; readonly reason: Said }[]
}

/** The batch of every image that came from an event. */
const BATCH = 'Events'

/**
 * Makes images of a project out of events, with what was found in them as proposals. The image of an event is the one that it shows,
 * as it was taken where there is such a one. Places in it are read as pixels of the image as it is displayed: where a camera's mark
 * (EXIF) turns it, upright. Sending an event again puts its proposals in the place of the former ones of the same workflow.
 */
export function eventSender({ reader, openFile, images, proposals, inFlight }: Dependencies) {
  async function findEvent(eventId: string): Promise<Result<StoredEvent, Refusal>> {
    const found = await unlessDamaged(async () => {
      const text = await reader.find(eventId)
      return text === undefined ? undefined : soundEvent(eventId, text)
    })
    if (!found.ok) return found
    return found.value === undefined ? eventNotFound(eventId) : ok(found.value)
  }

  async function takeImage(project: Project, eventId: string): Promise<Result<Taken, Refusal>> {
    const found = await findEvent(eventId)
    if (!found.ok) return found
    const event = found.value
    const entry = shownEntry(event)
    const fileId = entry?.input_file_id ?? entry?.file_id
    const file = typeof fileId === 'string' ? await reader.file(fileId) : undefined
    if (entry === undefined || file === undefined) return refuse('event-without-image')
    const bytes = await openFile(file.hash)
    if (bytes === undefined) return refuse('event-image-gone')
    const name = `${event.id}.${fileExtension(file.contentType)}`
    const batch = (): Promise<BatchId> => images.batch(project, BATCH)
    const added = await images.addStreamed(project, {
      bytes,
      about: () => ok({ path: name, split: 'train', batch }),
    })
    if (!added.ok) return added
    return ok({ event, entry, image: added.value.id, isKnown: added.value.duplicateOf !== undefined })
  }

  /** Answers how many of the findings wait as predictions now. */
  async function propose(project: Project, { event, entry, image }: Taken): Promise<Result<Proposed, Refusal>> {
    const stored = await images.find(project, image)
    if (!stored.ok) return stored
    const { objects, others } = findingsOf(entry)
    const placed = placedIn(project, objects).filter((object) => draftsInFrame([object], stored.value).length > 0)
    const leftOut = objects.length + others - placed.length
    if (placed.length === 0) return ok({ proposed: 0, leftOut })
    const source = event.workflow_id ?? event.event_schema
    const offered = await proposals.offer(project, image, {
      objects: placed,
      source: shortened(source),
      overwrite: false,
    })
    return offered.ok ? ok({ proposed: placed.length, leftOut }) : offered
  }

  return {
    /** One event that cannot be taken does not stop the others; `signal` ends it before the next one. */
    async send(project: Project, eventIds: readonly string[], signal?: AbortSignal): Promise<SentEvents> {
      const ids = [...new Set(eventIds)]
      const taken = await inLanes(ids, inFlight, async (id) => {
        signal?.throwIfAborted()
        return takeImage(project, id)
      })
      const sent = openReport()
      // One after the other: events about the same image leave its predictions as the last of them says.
      for (const [index, image] of taken.entries()) {
        const event = ids[index] ?? ''
        if (image.ok) sent.take(event, image.value, await propose(project, image.value))
        else sent.fail(event, image.error)
      }
      return sent.report()
    },
  }
}

interface Taken {
  readonly event: StoredEvent
  readonly entry: StoredEvent['images'][number]
  readonly image: ImageId
  readonly isKnown: boolean
}

interface Proposed {
  readonly proposed: number
  readonly leftOut: number
}

/** Objects that a project of this type can hold as predictions: only those with a place. */
function placedIn({ type }: Project, objects: readonly ReadAnnotation[]): readonly ReadAnnotation[] {
  const fitting = fitToType(objects, type)
  return fitting.ok ? fitting.value.filter(({ kind }) => kind !== 'whole' && kind !== 'text') : []
}

/** The name of a source takes at most 120 characters. */
function shortened(source: string): string {
  return source.length > 120 ? `${source.slice(0, 119)}…` : source
}

function openReport() {
  let [proposed, leftOut] = [0, 0]
  const images = new Set<ImageId>()
  const added = new Set<ImageId>()
  const failed: { event: string; reason: Said }[] = []
  const fail = (event: string, refusal: Refusal) => void failed.push({ event, reason: said(refusal) })
  return {
    fail,
    take(event: string, { image, isKnown }: Taken, offered: Result<Proposed, Refusal>): void {
      images.add(image)
      if (!isKnown) added.add(image)
      if (!offered.ok) return fail(event, offered.error)
      proposed += offered.value.proposed
      leftOut += offered.value.leftOut
    },
    report(): SentEvents {
      const known = images.size - added.size
      return { added: added.size, known, proposed, leftOut, images: [...images], failed }
    },
  }
}
