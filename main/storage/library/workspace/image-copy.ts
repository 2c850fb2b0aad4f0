import type { imageCopyStatements, SourceRow } from '../sql/catalog.sql.ts'

type Statements = ReturnType<typeof imageCopyStatements>

/** Places of an image and of its copy. */
export interface CopyOf {
  readonly seq: number
  readonly fresh: number | bigint
}

/** The image in another project, in the batch of the same name; answers its place. */
export function copyRow(sql: Statements, to: string, source: SourceRow): number | bigint {
  const batch = source.batch_id ?? sql.addBatch.get(to, source.batch_name, source.batch_created_at) ?? ''
  return sql.image.run({ ...source, to, batch_id: batch }).lastInsertRowid
}

/** Copies the parts of the image beside its annotations. */
export function copyBeside(sql: Statements, { seq, fresh }: CopyOf): void {
  for (const part of [sql.tags, sql.metadata, sql.descriptor]) part.run({ seq, fresh })
  for (const id of sql.threads.all(seq)) {
    const parent = sql.thread.get({ id, fresh })
    if (parent !== undefined) sql.replies.run({ id, parent, fresh })
  }
}
