import { queryOptions } from '@tanstack/react-query'
import type { Shape } from '#common/annotation/shape'
import type { ImageId, ProjectSlug } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'

/** One image's shapes. Images that are asked for in the same moment travel in one call. */
export function outlinesOf(project: ProjectSlug, image: ImageId) {
  return queryOptions({
    queryKey: [...keys.images(project), 'outline', image],
    queryFn: () => askFor(project, image),
  })
}

interface Asked {
  readonly project: ProjectSlug
  readonly image: ImageId
  readonly resolve: (shapes: readonly Shape[]) => void
  readonly reject: (error: unknown) => void
}

const MOST = 200
let asked: Asked[] = []

function askFor(project: ProjectSlug, image: ImageId): Promise<readonly Shape[]> {
  return new Promise((resolve, reject) => {
    if (asked.length === 0) setTimeout(() => void send(), 12)
    asked.push({ project, image, resolve, reject })
  })
}

async function send(): Promise<void> {
  const batch = asked
  asked = []
  for (const [project, some] of Map.groupBy(batch, (each) => each.project)) {
    for (let from = 0; from < some.length; from += MOST) await fetchSome(project, some.slice(from, from + MOST))
  }
}

async function fetchSome(project: ProjectSlug, some: readonly Asked[]): Promise<void> {
  try {
    const found = await studio.images.outlines({ project, images: some.map(({ image }) => image) })
    const shapes = new Map(found.map((each) => [each.image, each.shapes]))
    for (const { image, resolve } of some) resolve(shapes.get(image) ?? [])
  } catch (error) {
    for (const { reject } of some) reject(error)
  }
}
