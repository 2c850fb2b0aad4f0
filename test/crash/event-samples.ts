import { createHash } from 'node:crypto'
import { photo } from '../kit/station-process.ts'

/** An event that a writer sends, and what must be found of it. Everything follows from its number. */
export interface SampleEvent {
  /** The body of the request. */
  readonly body: Readonly<Record<string, unknown>>
  /** An entry of `images` that is added to a draft. */
  readonly attachment: object | undefined
  /** Members of the stored event, with what was added to it; those of its images are without their files. */
  readonly stored: Readonly<Record<string, unknown>> & { readonly images: readonly object[] }
  /** SHA-256 of the images of each entry of `images`. */
  readonly images: readonly { readonly image: string | null; readonly input: string | null }[]
}

/** Makes the same event of the same number, about 1 KB without its images. */
export type Sampler = (serial: number) => SampleEvent

export const METADATA_KEYS = ['serial', 'line', 'score', 'passed']
const KINDS = 6

/**
 * Events of all kinds in turn: without images (two of them), with one JPEG, with two of which others send one too, a draft to which
 * a second entry of `images` is added, and two entries at once.
 */
export async function sampleEvents(): Promise<Sampler> {
  const small = await photo('clock.jpg')
  const large = await photo('chelsea.jpg')
  const own = (serial: number) => sent(markedJpeg(small, serial))
  const shared = (serial: number) => sent(markedJpeg(large, Math.floor(serial / 40) + 2 ** 31))
  const none = { base64: undefined, hash: null }

  function entriesOf(serial: number): readonly (readonly [label: string, image: Sent, input: Sent])[] {
    if (serial % KINDS === 2) return [['seen', own(serial), none]]
    if (serial % KINDS === 3) return [['seen', own(serial), shared(serial)]]
    if (serial % KINDS < 4) return []
    return [
      ['first', shared(serial), none],
      ['second', none, own(serial)],
    ]
  }

  return (serial) => {
    const entries = entriesOf(serial)
    const images = entries.map(([label, image, input]) => ({ label, image, input, detections: detections(serial) }))
    const { common, data, metadata } = fieldsOf(serial)
    const display = images.length > 0 ? 0 : null
    const given = images.map(({ label, image, input, detections: objectDetections }) => ({
      label,
      objectDetections,
      base64Image: image.base64,
      inputBase64Image: input.base64,
    }))
    const [first, second] = given
    return {
      body: {
        ...common,
        // As clients do: some names in one spelling, some in the other.
        displayImagePosition: display,
        event_data: data,
        customMetadata: metadata,
        draft: isDraft(serial),
        images: isDraft(serial) ? [first] : given,
      },
      attachment: isDraft(serial) ? second : undefined,
      stored: {
        ...common,
        display_image_position: display,
        event_data: data,
        custom_metadata: metadata,
        images: images.map(({ label, detections: object_detections }) => ({ ...NO_RESULTS, label, object_detections })),
      },
      images: images.map(({ image, input }) => ({ image: image.hash, input: input.hash })),
    }
  }
}

export function isDraft(serial: number): boolean {
  return serial % KINDS === 4
}

const NO_RESULTS = { classifications: [], instance_segmentations: [], keypoints: [], metadata: null }

function fieldsOf(serial: number) {
  return {
    common: {
      solution: 'inspection',
      workflow_id: `workflow-${serial % 5}`,
      workflow_version: '7',
      inference_timestamp: '2026-11-22T10:00:00.123456+00:00',
      device_id: `line-${serial % 8}`,
      stream_id: null,
      image_id: `frame-${serial}`,
      event_schema: 'custom',
    },
    data: { value: `Event ${serial} 中文 👁 ${'.'.repeat(200)}`, externalId: `part-${serial}` },
    metadata: { serial, line: `line-${serial % 8}`, score: (serial % 1000) / 1000, passed: serial % 3 === 0 },
  }
}

function detections(serial: number): object[] {
  return [0, 1, 2].map((nth) => ({
    class: 'dent',
    x: serial % 640,
    y: nth * 10.5,
    width: 20,
    height: 12.25,
    confidence: 0.5 + nth / 10,
  }))
}

interface Sent {
  readonly base64: string | undefined
  readonly hash: string | null
}

function sent(bytes: Buffer): Sent {
  return { base64: bytes.toString('base64'), hash: sha256(bytes) }
}

/** A JPEG of the same pixels and other bytes: a comment behind its first marker. */
function markedJpeg(jpeg: Buffer, mark: number): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0, 0, 0, 0])
  comment.writeUInt32BE(mark, 4)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
