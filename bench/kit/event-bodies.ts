import sharp from 'sharp'
import { writeRequest } from '#test/kit/kept-line'
import { photo } from '#test/kit/station-process'
import type { Requests } from './event-load.ts'

const DIGITS = 12
const SERIAL = '0'.repeat(DIGITS)
let serials = 0

/**
 * Returns requests with an event about a frame: about 1 KB with six detections, four values of metadata and a unique
 * serial number.
 */
export function smallEvents(): Requests {
  const request = writeRequest('POST', '/v2/events', JSON.stringify(body({ objectDetections: detections() })))
  const place = request.indexOf(SERIAL)
  return () => {
    serials += 1
    request.write(String(serials).padStart(DIGITS, '0'), place, 'latin1')
    return request
  }
}

/** A JPEG of about 200 KB whose bytes differ each time. */
export interface MarkedJpeg {
  /** Returns the same buffer each time. */
  next(): Buffer
}

/**
 * Offset of the mark in a JPEG: after the start of the image and the header of a comment, aligned to four characters of
 * base64.
 */
const MARK_AT = 6
const MARK_BYTES = 6

export async function markedJpeg(): Promise<MarkedJpeg> {
  const jpeg = await sharp(await photo('astronaut.jpg'))
    .resize(1200)
    .jpeg({ quality: 90 })
    .toBuffer()
  const comment = Buffer.from([0xff, 0xfe, 0, 2 + MARK_BYTES, ...Array.from({ length: MARK_BYTES }, () => 0)])
  const marked = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
  return {
    next() {
      serials += 1
      marked.writeUIntBE(serials, MARK_AT, MARK_BYTES)
      return marked
    },
  }
}

/** Returns events with such a JPEG. */
export async function imageEvents(): Promise<Requests> {
  const jpeg = await markedJpeg()
  const base64 = jpeg.next().toString('base64')
  const image = { objectDetections: detections(), base64Image: base64 }
  const request = writeRequest('POST', '/v2/events', JSON.stringify(body(image)))
  const place = request.indexOf(base64) + (MARK_AT / 3) * 4
  return () => {
    const mark = jpeg.next().subarray(MARK_AT, MARK_AT + MARK_BYTES)
    request.write(mark.toString('base64'), place, 'latin1')
    return request
  }
}

function body(image: object) {
  return {
    inference_timestamp: '2026-11-22T10:00:00.123456+00:00',
    event_schema: 'quality_check',
    event_data: { result: 'fail', externalId: 'batch-2026-11-22' },
    device_id: 'line-3',
    workflow_id: 'surface-inspection',
    custom_metadata: { serial: SERIAL, line: 'line-3', temperature: 21.5, night: false },
    images: [{ label: 'workflow', ...image }],
    displayImagePosition: 0,
  }
}

function detections(): object[] {
  return Array.from({ length: 6 }, (_, nth) => ({
    class: ['dent', 'scratch'][nth % 2],
    x: 104.5 + nth * 61,
    y: 80.25 + nth * 37,
    width: 42.5,
    height: 17.25,
    confidence: 0.91 - nth / 20,
  }))
}
