import type { Migration } from '../../../kit/migrate.ts'

/** Sentences without a name or number in them that reports have most often. */
const CODES: readonly (readonly [sentence: string, code: string])[] = [
  ['The file is damaged or incomplete', 'file-damaged'],
  ['This file is not an image', 'file-not-image'],
  ['The file is empty (0 bytes)', 'file-empty'],
  ['HEIC images are not supported. Convert the image to JPEG or PNG', 'heic-unsupported'],
  ['An archive inside a dataset is not opened. Unpack it first', 'inner-archive'],
  ['No image of the archive goes with this file', 'no-image-goes-with-file'],
  ['This file is neither an image nor a file with labels', 'neither-image-nor-labels'],
  ['File not used: no annotations in a supported format.', 'file-without-annotations'],
  ['The file lists images but has no annotations.', 'annotations-missing'],
  ['Unsupported compression. Use Deflate', 'entry-compression-unsupported'],
]

/** What reports of imports say was a sentence, and becomes a message: a code and its parameters. */
export const library0039: Migration = {
  version: 39,
  title: 'reasons as messages',
  isOptional: true,
  sql: `
UPDATE import_file SET reason = CASE reason
${CODES.map(([sentence, code]) => `  WHEN '${sentence}' THEN '{"code":"${code}","params":{}}'`).join('\n')}
  ELSE json_object('code', 'literal', 'params', json_object('text', reason)) END
WHERE reason IS NOT NULL AND outcome IN ('refused', 'problem', 'note');
`,
}
