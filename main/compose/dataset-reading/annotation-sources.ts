import { type Refusal, refusal, refuse } from '#common/errors'
import type { Message } from '#common/messages/template'
import { err, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { type DatasetFile, DatasetFileError, type DatasetFiles } from '#core/exchange/datasets/ports'
import type { AnnotationSource } from '#core/exchange/datasets/reader-ports'
import { readClassNames } from '#core/exchange/zip-uploads/labels'
import { cocoByImage } from '#formats/importers/kit/coco/by-image'
import { JsonTextError } from '#formats/importers/kit/json/scanner'
import { readText } from '#formats/importers/kit/texts'
import { namesFault } from '#formats/importers/kit/yolo/names-fault'
import { readAnnotations } from '#formats/labels/registry'

/** Most COCO files that are held at a time: an archive often has one for each split. */
const MAX_COCOS = 4

type Objects = Result<readonly ReadAnnotation[], Refusal>

/** Files about one image, and COCO files about many, each of which is taken apart once. */
export function annotationSources(files: () => DatasetFiles) {
  const names = new Map<string, Promise<ReadonlyMap<string, string>>>()
  const cocos = new Map<string, ReturnType<typeof cocoByImage>>()

  function fileOf(path: string): DatasetFile {
    const file = files().files.find((each) => each.path === path)
    if (file === undefined) throw new DatasetFileError(refusal('file-not-in-archive', { path }))
    return file
  }

  async function textOf(path: string): Promise<string> {
    const text = await readText(files(), fileOf(path))
    if (!text.ok) throw new DatasetFileError(refusal('file-refused', {}, text.error.reason))
    return text.value
  }

  function namesIn(path: string) {
    const known = names.get(path) ?? textOf(path).then((text) => readClassNames({ path }, text))
    names.set(path, known)
    return known
  }

  async function coco(path: string, image: string): Promise<string | undefined> {
    const known = cocos.get(path) ?? cocoByImage(files(), fileOf(path))
    cocos.delete(path)
    cocos.set(path, known)
    for (const oldest of [...cocos.keys()].slice(0, -MAX_COCOS)) cocos.delete(oldest)
    const textFor = await known
    if (textFor === undefined) throw new DatasetFileError(refusal('not-coco-file'))
    return textFor(image)
  }

  async function readSound(
    { path, namesPath, cocoName }: AnnotationSource,
    image: AnnotatedImage,
  ): Promise<Objects | undefined> {
    const text = cocoName === undefined ? await textOf(path) : await coco(path, cocoName)
    if (text === undefined) return undefined
    const labelmap = namesPath === undefined ? new Map<string, string>() : await namesIn(namesPath)
    return readAnnotations({ name: path.split('/').at(-1) ?? path, text, labelmap }, image)
  }

  return {
    /** The fault of a file that names the classes. */
    async namesFault(path: string): Promise<Message | undefined> {
      const text = await readText(files(), fileOf(path))
      return text.ok ? namesFault(path, text.value) : text.error.reason
    },

    /** The objects of one file. A faulty file becomes a refusal, and the next one is read. */
    async read(source: AnnotationSource, image: AnnotatedImage): Promise<Objects | undefined> {
      try {
        return await readSound(source, image)
      } catch (failure) {
        if (failure instanceof JsonTextError) return refuse('fault-at-line', { line: failure.line }, failure.fault)
        if (failure instanceof DatasetFileError) return err(failure.refusal)
        throw failure
      }
    },
  }
}
