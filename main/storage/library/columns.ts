import { z } from 'zod'
import { Shape } from '#common/annotation/shape'

/** Moments are stored as seconds since 1970 with fraction. */
export function toSeconds(moment: Date): number {
  return moment.getTime() / 1000
}

export function fromSeconds(seconds: number): Date {
  return new Date(Math.round(seconds * 1000))
}

const Shapes = z.array(Shape)

/** Shapes of a frozen picture, stored as one JSON text. */
export function parseShapes(json: string): Shape[] {
  return Shapes.parse(JSON.parse(json))
}

/** Identifiers as a JSON list, to be unpacked by `json_each` in one statement. */
export function idList(ids: readonly string[]): string {
  return JSON.stringify(ids)
}
