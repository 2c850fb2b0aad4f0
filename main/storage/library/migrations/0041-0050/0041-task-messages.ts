import type { Migration } from '../../../kit/migrate.ts'

/** A finished sentence as a message, where no code is known for it. */
const sentence = (column: string) =>
  `json_object('code', 'literal', 'params', json_object('text', CAST(${column} AS TEXT)))`

const plain = (code: string) => `json_object('code', '${code}', 'params', json_object())`

/** A title that is a word and a name. */
const named = (kind: string, word: string, code: string) =>
  `WHEN kind = '${kind}' AND title LIKE '${word} _%' THEN json_object('code', '${code}', 'params', json_object('name', substr(title, ${word.length + 2})))`

/** Titles and failures of tasks are messages, which pages say in their language. */
export const library0041: Migration = {
  version: 41,
  title: 'messages of tasks',
  isOptional: true,
  sql: `
UPDATE task SET title = CASE
  WHEN kind = 'version' AND title = 'Generate a version' THEN ${plain('title-generate-version')}
  WHEN kind = 'zip' AND title = 'Import a ZIP file' THEN ${plain('title-import-zip')}
  ${named('version', 'Generate', 'title-generate-named-version')}
  ${named('dataset-import', 'Import', 'title-import-dataset')}
  ${named('dataset-check', 'Check', 'title-check-dataset')}
  ${named('publish', 'Publish', 'title-publish-project')}
  ${named('fork', 'Copy', 'title-copy-project')}
  ${named('model-install', 'Install', 'title-install-model')}
  ${named('model-fetch', 'Fetch', 'title-fetch-model')}
  ELSE ${sentence('title')} END;
UPDATE task SET error = CASE
  WHEN error = 'Cancelled' THEN ${plain('task-cancelled')}
  WHEN error LIKE 'Tessera crashed twice during this task, %its unfinished result was removed%' THEN ${plain('task-crashed-twice-and-removed')}
  WHEN error LIKE 'Tessera crashed twice during this task, %' THEN ${plain('task-crashed-twice')}
  WHEN error LIKE 'Tessera closed during the import. %' THEN ${plain('import-cut-off')}
  WHEN error LIKE 'Tessera closed while checking the dataset. %' THEN ${plain('check-cut-off')}
  ELSE ${sentence('error')} END
WHERE error IS NOT NULL;
`,
}
