import { reviewState, StoredReview } from '#common/annotation/review'
import { brand } from '#common/border'
import { Facets, ImageCard, ImageDetails, ImageRow, ImageState } from '#common/contract/images'
import type { BatchId, BlobHash, ImageId, ProjectId } from '#common/ids'
import { message } from '#common/messages/message'
import { Split } from '#common/split'
import type { ImageOrigin, ImageRepository, NewImage, StoredImage } from '#core/dataset/images/ports'
import type { Tagging } from '#core/dataset/images/tagging'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { orDamaged, soundRows } from '../../kit/stored-row.ts'
import { imageQueries } from '../browse/image-queries.ts'
import { fromSeconds, idList, toSeconds } from '../columns.ts'
import {
  type CardRow,
  type DetailsRow,
  type ImageStatements,
  imageStatements,
  type StoredRow,
  type TableRow,
} from '../sql/images.sql.ts'
import { taggingStatements } from '../sql/tagging.sql.ts'
import { blobReferences } from './blob-references.ts'
import { toShape } from './shape-rows.ts'
import { writeTagging } from './tagging.ts'

export function imageRepository(db: ReadDb, commits: CommitQueue): ImageRepository {
  const sql = imageStatements(db)
  const queries = imageQueries(db)
  const tagSql = taggingStatements(db)

  function tag(id: ImageId, tagging: Tagging) {
    const seq = sql.seq.get(id)
    if (seq !== undefined) writeTagging(tagSql, seq, tagging)
  }

  return {
    add: (image) =>
      commits.run(() => {
        const added = addOrFind(sql, image)
        if (image.tagging) tag(added.duplicateOf?.id ?? image.id, image.tagging)
        return added
      }, image),
    tag: (id, tagging) => commits.run(() => tag(id, tagging)),
    async findByContent(projectId, blob) {
      const row = sql.byContent.get(projectId, blob)
      return row && { id: brand<ImageId>(row.id), name: row.name }
    },
    async find(projectId, id) {
      const row = sql.byId.get(projectId, id)
      return row && toStored(row)
    },
    async findAnywhere(id) {
      const row = sql.anywhere.get(id)
      return row && toStored(row)
    },
    async findLive(id) {
      const row = sql.live.get(id)
      return row && toStored(row)
    },
    async details(projectId, id) {
      const row = sql.details.get(projectId, id)
      return row && orDamaged(message('row-image', { name: row.name }), () => toDetails(row))
    },
    async page(spec, offset, limit) {
      const { total, seqs } = queries.window(spec, offset, limit)
      return { total, rows: soundRows(sql.cards.all(JSON.stringify(seqs)), ({ seq: _seq, ...row }) => toCard(row)) }
    },
    async rows(spec, offset, limit) {
      const { total, seqs } = queries.window(spec, offset, limit)
      return { total, rows: soundRows(sql.rows.all(JSON.stringify(seqs)), toRow) }
    },
    async ids(spec) {
      return queries.ids(spec).map((id) => brand<ImageId>(id))
    },
    async places(spec) {
      return queries.seqs(spec)
    },
    async cards(places) {
      return soundRows(sql.cards.all(JSON.stringify(places)), ({ seq, ...row }) => ({ seq, card: toCard(row) }))
    },
    async colors(spec) {
      return queries.colors(spec)
    },
    async facets(projectId) {
      return readFacets(sql, projectId)
    },
    async tags(projectId) {
      return sql.tags.all(projectId)
    },
    async outlines(projectId, images) {
      const rows = sql.outlines.all(projectId, idList(images))
      const byImage = Map.groupBy(rows, ({ image }) => image)
      return images.map((image) => ({ image, shapes: soundRows(byImage.get(image) ?? [], toShape) }))
    },
    setSplit: (projectId, images, split) =>
      commits.run(() => sql.setSplit.run(split, projectId, idList(images)).changes),
    setTrashed: (projectId, images, trashedAt) =>
      commits.run(() =>
        trashedAt
          ? sql.trash.run(toSeconds(trashedAt), projectId, idList(images)).changes
          : sql.restore.run(projectId, idList(images)).changes,
      ),
    trashAll: (projectId, images, trashedAt) =>
      commits.run(() => {
        const missing = sql.missing.all(idList(images), projectId)
        if (missing.length === 0) sql.trash.run(toSeconds(trashedAt), projectId, idList(images))
        return missing
      }),
    purge: (workspace, images) =>
      commits.run(() => {
        const inTrash = sql.inTrash.all(idList(images), workspace)
        return inTrash.length === 0 ? 0 : sql.purge.run({ ids: idList(inTrash) }).changes
      }),
    batch: (projectId, name, { id, createdAt }) =>
      commits.run(() => {
        sql.addBatch.run(id, projectId, name, toSeconds(createdAt))
        const row = sql.batch.get(projectId, name)
        if (row === undefined) throw new Error(`The batch ${name} was not stored`)
        return brand<BatchId>(row.id)
      }),
    referencedBlobs: blobReferences(db),
  }
}

/** The unique index on (project, content) decides when two uploads of the same bytes race. */
function addOrFind(sql: ImageStatements, image: NewImage) {
  const there = sql.byContent.get(image.projectId, image.blob)
  if (there) return { duplicateOf: { id: brand<ImageId>(there.id), name: there.name } }
  const { id, projectId: project, batchId: batch, name, blob, bytes, split } = image
  const { descriptor, ...probed } = image.image
  const addedAt = toSeconds(image.addedAt)
  const { lastInsertRowid } = sql.insert.run({
    id,
    project,
    batch,
    name,
    blob,
    bytes,
    split,
    addedAt,
    ...probed,
    ...toOriginRow(image.origin),
  })
  sql.describe.run(lastInsertRowid, descriptor)
  sql.touch.run(addedAt, project)
  if (image.task) sql.mark.run(image.task, id)
  return { duplicateOf: undefined }
}

function toOriginRow({ sequence, inferenceId, sourceUrl }: ImageOrigin = {}) {
  return {
    sourceUrl: sourceUrl ?? null,
    sequenceNumber: sequence?.number ?? null,
    sequenceSize: sequence?.size ?? null,
    inferenceId: inferenceId ?? null,
  }
}

function readFacets(sql: ImageStatements, projectId: ProjectId): Facets {
  const facets = {
    hasProposals: sql.withProposals.get(projectId) ?? 0,
    hasOpenComments: sql.withComments.get(projectId) ?? 0,
    splits: { train: 0, valid: 0, test: 0 },
    states: { todo: 0, started: 0, done: 0 },
    classes: soundRows(sql.byClass.all(projectId), (row) => Facets.shape.classes.element.parse(row)),
    batches: soundRows(sql.byBatch.all(projectId), (row) => Facets.shape.batches.element.parse(row)),
  }
  for (const { split, state, images } of sql.bySplitAndState.all(projectId)) {
    const where = { split: Split.safeParse(split).data, state: ImageState.safeParse(state).data }
    // Damaged entries are not counted.
    if (where.split !== undefined) facets.splits[where.split] += images
    if (where.state !== undefined) facets.states[where.state] += images
  }
  return Facets.parse({ ...facets, reviews: readReviews(sql, projectId, facets.states.done) })
}

/** Who is done and not reviewed waits; the index holds the reviewed ones alone. */
function readReviews(sql: ImageStatements, projectId: ProjectId, done: number): Facets['reviews'] {
  const reviews = { waiting: done, approved: 0, rejected: 0 }
  for (const { review, state, images } of sql.byReview.all(projectId)) {
    if (review !== 'approved' && review !== 'rejected') continue
    reviews[review] += images
    if (state === 'done') reviews.waiting -= images
  }
  return reviews
}

function toCard({ is_null, open_comments, review, ...row }: CardRow): ImageCard {
  const state = reviewState(StoredReview.parse(review), row.state === 'done')
  return ImageCard.parse({ ...row, isNull: is_null === 1, openComments: open_comments, review: state })
}

function toRow({ added_at, tags, classes, batch, bytes, ...card }: TableRow): ImageRow {
  const listed = { tags: JSON.parse(tags), classes: JSON.parse(classes) }
  return ImageRow.parse({
    ...toCard(card),
    ...listed,
    batch,
    bytes,
    addedAt: fromSeconds(added_at).toISOString(),
  })
}

function toDetails(row: DetailsRow): ImageDetails {
  const { bytes, format, added_at, batch_id, batch_name, tags, metadata, ...others } = row
  const {
    source_url: sourceUrl,
    sequence_number: number,
    sequence_size: size,
    inference_id: inferenceId,
    ...card
  } = others
  const batch = { id: batch_id, name: batch_name }
  const sequence = number === null || size === null ? null : { number, size }
  const facts = { tags: JSON.parse(tags), metadata: JSON.parse(metadata), sourceUrl, sequence, inferenceId }
  const addedAt = fromSeconds(added_at).toISOString()
  return ImageDetails.parse({ ...toCard(card), bytes, format, batch, addedAt, ...facts })
}

function toStored({ id, project_id, blob, ...rest }: StoredRow): StoredImage {
  return { id: brand<ImageId>(id), projectId: brand<ProjectId>(project_id), blob: brand<BlobHash>(blob), ...rest }
}
