/** A path segment that no workspace can be called: files that links lead to lie below it. */
export const FILES = '/_'

/** `annotation` is a drawing of the labels alone. */
export type ImageKind = 'original' | 'thumb' | 'annotation'

/** Where a request came to, as `http://host:port`; links in the answer lead back there. */
export function originOf({ protocol, host }: { readonly protocol: string; readonly host: string }): string {
  return `${protocol}://${host}`
}

export function taskLink(origin: string, workspace: string, task: string): string {
  return `${origin}/${workspace}/asynctasks/${task}`
}

/** The subject of a link's key, which opens that and nothing else. */
export const LINKED = {
  image: (id: string, kind: ImageKind) => `${kind} ${id}`,
  published: (project: string, kind: 'thumb' | 'annotation') => `published ${kind} ${project}`,
  archive: (key: string) => `archive ${key}`,
  weights: (model: string) => `weights ${model}`,
  zipUpload: (upload: string) => `upload ${upload}`,
  modelUpload: (upload: string) => `model upload ${upload}`,
} as const
