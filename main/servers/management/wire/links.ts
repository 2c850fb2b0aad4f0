import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../kit/same-secret.ts'

/** A path segment that no workspace can be called: files that links lead to lie below it. */
export const FILES = '/_'

/** `annotation` is a drawing of the labels alone. */
export type PictureKind = 'original' | 'thumb' | 'annotation'

/** Where a request came to, as `http://host:port`; links in the answer lead back there. */
export function originOf({ protocol, host }: { readonly protocol: string; readonly host: string }): string {
  return `${protocol}://${host}`
}

export function taskLink(origin: string, workspace: string, task: string): string {
  return `${origin}/${workspace}/asynctasks/${task}`
}

/** The file name is for people; the key alone finds the archive. */
export function archiveLink(origin: string, fileName: string, key: string): string {
  return `${origin}${FILES}/exports/${fileName}?key=${key}`
}

/** Where the archive of an upload is sent to without an API key. */
export function zipUploadLink(origin: string, upload: string, secret: string): string {
  return `${origin}${FILES}/uploads/${upload}?key=${keyOf(`upload ${upload}`, secret)}`
}

export function isZipUploadKey(key: string, upload: string, secret: string): boolean {
  return isSameSecret(key, keyOf(`upload ${upload}`, secret))
}

/** Where the weights of an upload are sent to without an API key. */
export function modelUploadLink(origin: string, upload: string, secret: string): string {
  const query = new URLSearchParams({ upload, key: keyOf(`model upload ${upload}`, secret) })
  return `${origin}${FILES}/models?${query.toString()}`
}

export function isModelUploadKey(key: string, upload: string, secret: string): boolean {
  return isSameSecret(key, keyOf(`model upload ${upload}`, secret))
}

/** Where the weights of a model are, without an API key. */
export function weightsLink(origin: string, model: string, secret: string): string {
  return `${origin}${FILES}/models/${model}?key=${keyOf(`weights ${model}`, secret)}`
}

export function isWeightsKey(key: string, model: string, secret: string): boolean {
  return isSameSecret(key, keyOf(`weights ${model}`, secret))
}

/** Links to a picture's pixels that work without an API key. */
export function pictureLinks(origin: string, image: string, secret: string): Record<PictureKind, string> {
  const link = (kind: PictureKind) => `${origin}${FILES}/images/${image}/${kind}?key=${pictureKey(image, kind, secret)}`
  return { original: link('original'), thumb: link('thumb'), annotation: link('annotation') }
}

/** Links to the picture that stands for a project in a catalog folder, and to its labels; no API key is needed. */
export function publishedLinks(
  origin: string,
  project: string,
  secret: string,
): Record<'thumb' | 'annotation', string> {
  const link = (kind: 'thumb' | 'annotation') =>
    `${origin}${FILES}/catalog/${project}/${kind}?key=${keyOf(`published ${kind} ${project}`, secret)}`
  return { thumb: link('thumb'), annotation: link('annotation') }
}

export function isPublishedKey(
  key: string,
  of: { readonly project: string; readonly kind: 'thumb' | 'annotation' },
  secret: string,
): boolean {
  return isSameSecret(key, keyOf(`published ${of.kind} ${of.project}`, secret))
}

export function isPictureKey(
  key: string,
  of: { readonly image: string; readonly kind: PictureKind },
  secret: string,
): boolean {
  return isSameSecret(key, pictureKey(of.image, of.kind, secret))
}

function pictureKey(image: string, kind: PictureKind, secret: string): string {
  return keyOf(`${kind} ${image}`, secret)
}

function keyOf(what: string, secret: string): string {
  return createHmac('sha256', secret).update(what).digest('hex').slice(0, 40)
}
