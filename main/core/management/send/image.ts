import type { LabelClass } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import type { BlobHash, ImageId } from '#common/ids'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'
import type { AnnotationService } from '../../annotation/annotations/service.ts'
import { withoutAttributes } from '../../annotation/annotations/station-marks.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { ProjectService } from '../../dataset/projects/service.ts'
import { failureMessage } from '../../system-failure.ts'
import { toManagedImage } from '../embedded/views.ts'
import type { ManagedImage, UploadedImage } from '../model.ts'
import type { Management } from '../ports.ts'
import { sameLabels, toAnnotationFile } from './labels.ts'

/** Services of this library that sending reads from. */
export interface SendSources {
  readonly projects: ProjectService
  readonly images: ImageService
  readonly annotations: AnnotationService
  /** The bytes of an image. */
  readonly openBlob: (blob: BlobHash) => AsyncIterable<Uint8Array>
}

export interface Sending {
  readonly project: Project
  /** The other machine, and the name of the project there. */
  readonly remote: Management
  readonly address: string
  readonly signal: AbortSignal
}

/** An image of this library with what goes over with it. */
export interface OwnImage {
  readonly blob: BlobHash
  readonly batch: string
  readonly image: ManagedImage
}

export interface SentImage {
  readonly image: 'sent' | 'there'
  readonly labels: LabelsSent
  readonly isInOtherSplit: boolean
}

type LabelsSent = 'sent' | 'there' | 'none'

/** Sends single images with their labels. Sent again, an image changes only what is different there. */
export function imageSender({ projects, images, annotations, openBlob }: SendSources, sending: Sending) {
  const { project, remote, address, signal } = sending
  let classes: readonly LabelClass[] = []
  /** As the first image that is there tells it of all. */
  let keepsMarks: boolean | undefined

  /** The image, or undefined when it was taken out of the project meanwhile. */
  async function read(id: ImageId): Promise<OwnImage | undefined> {
    const [stored, details, opened] = await Promise.all([
      images.find(project, id),
      images.details(project, id),
      annotations.open(project, id),
    ])
    if (!stored.ok || !details.ok || !opened.ok) return undefined
    const known = new Set(classes.map((each) => each.id))
    if (opened.value.shapes.some(({ classId }) => !known.has(classId))) classes = await projects.classes(project)
    const image = toManagedImage(details.value, opened.value, classes)
    return { blob: stored.value.blob, batch: details.value.batch.name, image }
  }

  async function send(own: OwnImage): Promise<Result<SentImage, Refusal>> {
    const uploaded = await upload(own)
    if (!uploaded.ok) return uploaded
    if (uploaded.value.duplicateOf !== undefined) return complete(own, uploaded.value)
    const labels = await putLabels(own, uploaded.value)
    return labels.ok ? ok({ image: 'sent', labels: labels.value, isInOtherSplit: false }) : labels
  }

  async function upload({ blob, batch, image: { name, split, tags, metadata: values } }: OwnImage) {
    const metadata = JSON.stringify(values)
    let broken: Message | undefined
    async function* bytes() {
      try {
        for await (const chunk of openBlob(blob)) {
          signal.throwIfAborted()
          yield chunk
        }
      } catch (failure) {
        broken = failureMessage(failure)
        throw failure
      }
    }
    const uploaded = await remote.upload(address, {
      bytes: bytes(),
      about: () => ({ name, split, batch, tags, metadata }),
    })
    signal.throwIfAborted()
    return broken === undefined ? uploaded : refuse('sent-file-unreadable', {}, broken)
  }

  /** An image that was there: its labels are sent where they differ. */
  async function complete(own: OwnImage, at: UploadedImage): Promise<Result<SentImage, Refusal>> {
    const there = await remote.image(address, at.id)
    signal.throwIfAborted()
    if (!there.ok) return there
    const { annotation, split } = there.value
    keepsMarks = there.value.keepsMarks
    const labels = await putLabels(own, at, annotation)
    if (!labels.ok) return labels
    return ok({ image: 'there', labels: labels.value, isInOtherSplit: split !== own.image.split })
  }

  /** An image that nobody has labeled here keeps the labels that it has there. */
  async function putLabels(
    { image }: OwnImage,
    { id }: UploadedImage,
    theirs?: ManagedImage['annotation'],
  ): Promise<Result<LabelsSent, Refusal>> {
    if (image.annotation === undefined) return ok('none')
    if (theirs !== undefined && sameLabels(image.annotation, theirs)) return ok('there')
    const kept = await learnKept(id)
    if (!kept.ok) return kept
    const annotation = image.annotation.map(withoutIdentifiers)
    const file = toAnnotationFile({ ...image, annotation, keepsMarks: kept.value })
    const written = await remote.annotate(address, id, file)
    signal.throwIfAborted()
    return written.ok ? ok('sent') : written
  }

  async function learnKept(id: string): Promise<Result<boolean, Refusal>> {
    if (keepsMarks !== undefined) return ok(keepsMarks)
    const there = await remote.image(address, id)
    signal.throwIfAborted()
    if (there.ok) keepsMarks = there.value.keepsMarks
    return there.ok ? ok(there.value.keepsMarks) : there
  }

  return { read, send }
}

function withoutIdentifiers(object: ReadAnnotation): ReadAnnotation {
  return object.own ? { ...object, own: withoutAttributes(object.own) } : object
}
