import type { z } from 'zod'
import type { FoundImage, SearchField } from '#core/management/search'
import type { FoundImageBody } from '../schemas/search.ts'
import { toSeconds } from './kit.ts'

type Body = z.input<typeof FoundImageBody>

/** The fields as clients call them. */
const NAMES = new Map<string, SearchField>([
  ['name', 'name'],
  ['filename', 'name'],
  ['created', 'createdAt'],
  ['annotations', 'annotations'],
  ['labels', 'labels'],
  ['split', 'split'],
  ['tags', 'tags'],
  ['owner', 'owner'],
  ['user_metadata', 'metadata'],
  ['width', 'width'],
  ['height', 'height'],
  ['aspectRatio', 'aspectRatio'],
  ['projects', 'projects'],
])

/** Search fields needed for the fields that a client asks for. */
export function toSearchFields(asked: readonly string[]): SearchField[] {
  return [...new Set(asked.map((name) => NAMES.get(name)).filter((field) => field !== undefined))]
}

/** A found image with the fields that were asked for, under the names they were asked for by. */
export function toFoundBody(image: FoundImage, asked: readonly string[], url: string): Body {
  const { id, name, createdAt, metadata, annotations, labels, tags, projects, ...plain } = image
  const all: Omit<Body, 'id'> = {
    ...plain,
    name,
    filename: name,
    user_metadata: metadata && { ...metadata },
    url,
    created: createdAt && toSeconds(createdAt),
    annotations: annotations && { count: annotations.count, classes: { ...annotations.classes } },
    labels: labels && [...labels],
    tags: tags && [...tags],
    projects: projects && [...projects],
  }
  return { id, ...Object.fromEntries(Object.entries(all).filter(([field]) => asked.includes(field))) }
}
