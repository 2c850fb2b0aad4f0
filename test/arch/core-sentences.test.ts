import { expect, test } from 'vitest'
import { EXPORTERS } from '#formats/exporters/registry'
import { IMPORTERS } from '#formats/importers/registry'
import { sourceFiles } from '../../scripts/kit/sources.mjs'
import { sentencesOf, shapeOf } from './core-sentences.ts'

/** Sources whose text no screen shows, by reader. */
const UNSEEN = {
  'programs over HTTP': [
    'common/events',
    'main/core/events/attaching.ts',
    'main/core/events/capacity.ts',
    'main/core/events/creation.ts',
    'main/core/events/drafts.ts',
    'main/core/events/schemas.ts',
    'main/core/management/embedded',
    'main/core/models/weights',
    'main/core/annotation/proposals',
    'main/core/workflows',
    'main/inference/images',
    'main/servers/events',
    'main/servers/inference',
    'main/servers/kit',
    'main/servers/management',
    'main/storage/events/schemas',
    'main/storage/events/schema-folder.ts',
  ],
  'who starts the program, in a terminal or before there is a page': [
    'main/compose/shells',
    'main/compose/stores/soundness.ts',
    'main/desktop',
    'main/station',
    'main/storage/kit',
  ],
  'the database': [
    'main/storage/events/event-store.ts',
    'main/storage/events/migrations',
    'main/storage/events/reading',
    'main/storage/events/writing/writer.ts',
    'main/storage/library/dataset/exports.ts',
    'main/storage/library/dataset/search-conditions.ts',
    'main/storage/library/dataset/search-terms.ts',
    'main/storage/library/migrations',
    'main/storage/library/sql',
  ],
  'who opens an exported dataset': ['main/formats/kit/readme.ts', 'main/formats/kit/yolo.ts'],
  'nobody: shapes and settings that no tool of the screens makes': [
    'common/annotation/edit.ts',
    'common/annotation/skeleton.ts',
    'common/annotation/sketch.ts',
    'common/annotation/stroke.ts',
    'common/geometry',
    'common/inference',
    'common/versions',
  ],
  'people, in the words of the screens': ['common/search/query.ts'],
  'people, in German by their codes (messages.test.ts)': ['common/messages'],
}

/** Names of formats, which are the same in every language where the table does not say otherwise. */
const TITLES = new Set([...EXPORTERS, ...IMPORTERS].map(({ title }) => title))

/** Texts for programs, and other names that are the same in every language. */
const NO_SENTENCES = new Set([
  'Input validation failed',
  'Output validation failed',
  'The other machine was not reached',
  'First key',
  'Copied from §',
  'picked by hand',
  'is not JSON',
  'A prediction has no place',
  'Bearer §',
  'labelled:true max-annotations:0',
  'version https://git-lfs',
  '--trusted-hosts §',
  '§ of §',
  '§=§; Path=/; HttpOnly; SameSite=Strict; Max-Age=§',
  'is_coco: False',
  'External ID',
  'Pixel Value, Class',
  '§ § parts',
  '§ § points',
  'points §',
  'point §',
  'group §',
  'right point §',
  'left §',
  'mosaic §',
  'image §',
  'detect §',
  'blank text',
  'blank image',
  'very wide',
  'very tall',
  'Fit within',
  'Stretch to',
  'a photo of a §, from the § dataset',
  'a photo of a §, from the objects dataset',
  'AVIF sequence',
  'JPEG XL',
  'id = @id AND image_seq = (§)',
  'Public Domain',
  'CC BY 4.0',
  'SAM License',
  '§, line §',
  'region without xy',
  'Tesseract, English',
  'comes with Tessera',
  'must be a width and a height, such as 640x640',
  'has a description without a message',
  '§ MB',
  '§ GB',
  'More than § bytes',
  'All images',
  'The project holds this image already, as ',
  'Could not fetch image URL: ',
  'the file',
  'not JSON',
  'object §',
  'shape §',
  '§-file region',
  'Labeled Data',
  'You answer questions about a picture.',
])
const FOR_PROGRAMS = [/^default-src /, /^You find objects in a picture\./, /^"\w+" \[N, Q/]

const ADVICE = `Give each sentence a code in common/messages/, and say it with message('code', …) or refuse('code', …). A text for
programs, or a name that is the same in every language, goes to NO_SENTENCES in test/arch/core-sentences.test.ts.`

const SAID: ReadonlyMap<string, string> = new Map(
  sourceFiles(['common', 'main'])
    .filter((path) => !(path.endsWith('.sql.ts') || isUnseen(path)))
    .flatMap((path) => sentencesOf(path).map((sentence) => [shapeOf(sentence), path] as const)),
)

test('the core makes no sentence that a page would have to translate', () => {
  const sentences = [...SAID].filter(([shape]) => !isForPrograms(shape)).map(([shape, path]) => `${path}: ${shape}`)

  expect({ sentences, advice: ADVICE }).toEqual({ sentences: [], advice: ADVICE })
})

test('every exception is still in the sources', () => {
  expect([...NO_SENTENCES].filter((shape) => !SAID.has(shape))).toEqual([])
})

function isUnseen(path: string): boolean {
  return Object.values(UNSEEN).some((areas) => areas.some((area) => path === area || path.startsWith(`${area}/`)))
}

function isForPrograms(shape: string): boolean {
  return TITLES.has(shape) || NO_SENTENCES.has(shape) || FOR_PROGRAMS.some((form) => form.test(shape))
}
