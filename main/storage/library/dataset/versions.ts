import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Attributes } from '#common/annotation/attribute'
import type { Shape } from '#common/annotation/shape'
import { Skeleton } from '#common/annotation/skeleton'
import { brand } from '#common/border'
import { Seed } from '#common/contract/versions'
import type { BlobHash, ClassId, ImageId, ProjectId, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { Split, SplitCounts } from '#common/split'
import { VersionSettings } from '#common/versions/settings'
import { remapClasses } from '#core/versions/classes'
import type {
  DamagedVersion,
  FrozenSource,
  ToldCounts,
  Version,
  VersionCounts,
  VersionImage,
} from '#core/versions/model'
import type { Named, TagFilter, VersionRepository } from '#core/versions/store-ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { ifSound, orDamaged, soundRows, storedRow } from '../../kit/stored-row.ts'
import { dateOrOldest, fromSeconds, parseShapes, toSeconds } from '../columns.ts'
import {
  type ContentRow,
  type CountsRow,
  type FrozenClassRow,
  type ImageRow,
  type SourceRow,
  type TagParameters,
  type VersionSqlRow,
  type VersionStatements,
  versionStatements,
} from '../sql/versions.sql.ts'

/** Versions that were frozen before there were skeletons and attributes name none. */
const Classes = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    color: z.number(),
    skeleton: Skeleton.nullable().default(null),
    attributes: Attributes.optional(),
  }),
)
/** A SHA-256 in hexadecimal figures. */
const Manifest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable()
const Drawn = z.record(z.string(), z.record(z.string(), z.union([z.number(), z.boolean()])))

export function versionRepository(db: ReadDb, commits: CommitQueue): VersionRepository {
  const sql = versionStatements(db)

  return {
    async labelled(project, tags) {
      const { left_out, ...splits } = sql.labelled.get({ project, ...toTags(tags) }) ?? NOTHING_LABELLED
      return { splits, leftOut: left_out }
    },
    async sizes(project, tags) {
      const rows = sql.sizes.all({ project, ...toTags(tags) })
      return soundRows(rows, ({ split, ...row }) => ({ ...row, split: Split.parse(split) }))
    },
    async objects(project, tags) {
      const rows = sql.objects.all({ project, ...toTags(tags) })
      return soundRows(rows, ({ split, class_id, ...row }) => ({
        ...row,
        split: Split.parse(split),
        classId: brand<ClassId>(class_id),
      }))
    },
    async samples(project, { order, limit, tags }) {
      const found = { project, limit, ...toTags(tags) }
      return namingLabels(sql, project, () => sql.samples[order].all(found).map((row) => toSource(row)))
    },
    freeze: (version) =>
      commits.run(() => {
        const { projectId, name, settings, seed, taskId, createdAt } = version
        const number = sql.takeNumber.get(projectId)
        if (number === undefined) return undefined
        const row = sql.insert.get({
          project: projectId,
          number,
          name,
          settings: JSON.stringify(settings),
          seed,
          classes: JSON.stringify(sql.classes.all(projectId).map(toFrozenClass)),
          task: taskId,
          at: toSeconds(createdAt),
        })
        if (row === undefined) throw new Error('The version was not stored')
        const tags = toTags(settings.preprocessing['filter-tags'])
        namingLabels(sql, projectId, () => sql.freezeSources.run({ version: row.id, project: projectId, ...tags }))
        return toVersion(row)
      }),
    async list(projectId) {
      return sql.list.all(projectId).map((row) => ifSound(() => toVersion(row)) ?? toDamaged(row))
    },
    async nextNumber(projectId) {
      return (sql.lastNumber.get(projectId) ?? 0) + 1
    },
    async find(projectId, number) {
      const row = sql.byNumber.get(projectId, number)
      return row && toVersion(row)
    },
    async findRow(projectId, number) {
      const row = sql.byNumber.get(projectId, number)
      return row && { row: row.id, number, state: State.safeParse(row.state).data ?? 'damaged' }
    },
    async findByTask(taskId) {
      const row = sql.byTask.get(taskId)
      return row && toVersion(row)
    },
    async counts(row) {
      return toCounts(sql.counts.get(row))
    },
    told: (row) => toldIn(sql, row).catch(namingVersion(sql, row)),
    async covers(row, limit) {
      return sql.covers.all(row, limit).map((blob) => brand<BlobHash>(blob))
    },
    async holds(row, blob) {
      return sql.holds.get(row, blob) !== undefined
    },
    async sources(row, from, limit) {
      return sql.sources.all(row, from, limit).map((source) => toSource(source))
    },
    async sourceCounts(row) {
      return SplitCounts.parse(sql.sourceCounts.get(row))
    },
    async trainPositions(row) {
      return sql.trainPositions.all(row)
    },
    async rendered(row) {
      return new Set(sql.rendered.all(row))
    },
    async addImage(row, image) {
      await commits.run(() => sql.addImage.run(toParameters(row, image)), { canWait: true })
    },
    async finish(row) {
      await commits.run(() => sql.dropRepeated.run({ row }))
      const manifest = await manifestOf(sql, row)
      return commits.run(() => {
        sql.setReady.run(manifest, row)
        return toCounts(sql.counts.get(row))
      })
    },
    async remove(row) {
      await commits.run(() => sql.remove.run(row))
    },
    async images(row, { split, after, limit }) {
      return sql.images.all(row, split, after, limit).map(toImage)
    },
  }
}

/** Labels are put together inside SQLite, which does not state whose are damaged. */
function namingLabels<Value>(sql: VersionStatements, project: string, read: () => Value): Value {
  const value = ifSound(() => ({ read: read() }))
  if (value !== undefined) return value.read
  const name = sql.damagedLabels.get(project)
  return name === undefined ? read() : orDamaged(message('row-image', { name }), read)
}

function namingVersion(sql: VersionStatements, row: number) {
  return (failure: unknown) =>
    orDamaged(
      message('row-version', { number: sql.numberOf.get(row) ?? '' }),
      () => {
        throw failure
      },
      'trash-version',
    )
}

const NOTHING_LABELLED = { train: 0, valid: 0, test: 0, left_out: 0 }

/** Images that are read at a time, with a pause behind them for what else the thread has to do. */
const MANIFEST_WINDOW = 100

/**
 * Classes, images and labels in the order of the sources, without the names of files: two versions of the same contents have the same
 * manifest.
 */
async function manifestOf(sql: VersionStatements, row: number): Promise<string> {
  const digest = createHash('sha256').update(`${sql.classesOf.get(row)}\n`)
  for (let last: ContentRow | undefined = BEFORE_ALL; last !== undefined; ) {
    const { source, part, variant } = last
    const window: ContentRow[] = sql.contents.all(row, source, part, variant, MANIFEST_WINDOW)
    for (const { split, blob, width, height, shapes } of window) {
      digest.update(`${split} ${blob} ${width} ${height} ${shapes}\n`)
    }
    last = window.at(-1)
    await new Promise(setImmediate)
  }
  return digest.digest('hex')
}

/** As many images at a time as take some milliseconds. */
const TOLD_WINDOW = 500

async function toldIn(sql: VersionStatements, row: number): Promise<ToldCounts> {
  const all = { outlines: 0, turned: 0, classes: 0, attributes: 0, groups: 0, lines: 0, crowds: 0, nulls: 0 }
  const images = { lines: 0, crowds: 0, both: 0 }
  for (let after = -1; ; ) {
    const last = sql.lastOfWindow.get(row, after, TOLD_WINDOW)
    if (last === undefined || last === null) return { ...all, images }
    const told = sql.told.get({ version: row, after, last })
    if (told === undefined) throw new Error('A count has no row')
    for (const kind of TOLD_KINDS) all[kind] += told[kind]
    images.lines += told.of_lines
    images.crowds += told.of_crowds
    images.both += told.of_both
    after = last
    await new Promise(setImmediate)
  }
}

const TOLD_KINDS = ['outlines', 'turned', 'classes', 'attributes', 'groups', 'lines', 'crowds', 'nulls'] as const

const BEFORE_ALL: ContentRow = { source: -1, part: 0, variant: 0, split: '', blob: '', width: 0, height: 0, shapes: '' }

/** Skeleton and attributes are JSON already. A class that asks nothing is frozen without a word of it. */
const toFrozenClass = storedRow(({ name }: FrozenClassRow) => message('row-class', { name }), freezeClass)

function freezeClass({ skeleton, attributes, ...row }: FrozenClassRow) {
  const asked = Attributes.parse(JSON.parse(attributes))
  return {
    ...row,
    skeleton: skeleton === null ? null : Skeleton.parse(JSON.parse(skeleton)),
    ...(asked.length > 0 && { attributes: asked }),
  }
}

function toTags(tags: TagFilter = {}): TagParameters {
  const wished = (isRequired: boolean) => Object.keys(tags).filter((tag) => tags[tag] === isRequired)
  return { required: JSON.stringify(wished(true)), excluded: JSON.stringify(wished(false)) }
}

const toVersion = storedRow(
  ({ number }: VersionSqlRow) => message('row-version', { number }),
  readVersion,
  'trash-version',
)

/** The readable columns of a damaged version. */
function toDamaged(row: VersionSqlRow): DamagedVersion {
  const { id, number, name, created_at } = row
  return { state: 'damaged', row: id, number, name, createdAt: dateOrOldest(created_at) }
}

const State = z.enum(['ready', 'generating'])
/** A larger one is rounded on its way, and names no row. */
const RowNumber = z.int()

function readVersion(row: VersionSqlRow): Version {
  const settings = VersionSettings.parse(JSON.parse(row.settings))
  const frozen = Classes.parse(JSON.parse(row.classes)).map(({ id, ...rest }) => ({ id: brand<ClassId>(id), ...rest }))
  return {
    row: RowNumber.parse(row.id),
    projectId: brand<ProjectId>(row.project_id),
    number: row.number,
    name: row.name,
    settings,
    seed: Seed.parse(row.seed),
    ...remapClasses(frozen, settings.preprocessing.remap),
    state: State.parse(row.state),
    taskId: row.task_id === null ? undefined : brand<TaskId>(row.task_id),
    manifest: Manifest.parse(row.manifest) ?? undefined,
    createdAt: fromSeconds(row.created_at),
  }
}

/** `known`: its shapes, where they have been read already. */
export function toSource(row: SourceRow, known?: FrozenSource['shapes']): FrozenSource {
  return orDamaged(message('row-image', { name: row.name }), () => readSource(row, known))
}

function readSource(row: SourceRow, known?: FrozenSource['shapes']): FrozenSource {
  const { position, image_id, name, blob, width, height, split, shapes } = row
  return {
    position,
    name,
    width,
    height,
    imageId: brand<ImageId>(image_id),
    blob: brand<BlobHash>(blob),
    split: Split.parse(split),
    shapes: known ?? parseShapes(shapes),
  }
}

/** Labels are read when they are asked for: most walks over the images of a version only want their names. */
function toImage(row: ImageRow): VersionImage & Named {
  const what = message('row-image-of-version', { name: row.file_name, number: row.number })
  let shapes: readonly Shape[] | undefined
  return {
    source: row.source,
    part: row.part,
    variant: row.variant,
    fileName: row.file_name,
    originalName: row.original_name,
    imageId: brand<ImageId>(row.image_id),
    blob: brand<BlobHash>(row.blob),
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    split: orDamaged(what, () => Split.parse(row.split), 'trash-version'),
    contentKey: row.content_key,
    get shapes() {
      shapes ??= orDamaged(what, () => parseShapes(row.shapes), 'trash-version')
      return shapes
    },
    get drawn() {
      return orDamaged(what, () => Drawn.parse(JSON.parse(row.drawn)), 'trash-version')
    },
  }
}

function toParameters(row: number, image: VersionImage): Record<string, string | number> {
  const { fileName, shapes, drawn, contentKey, ...rest } = image
  return { ...rest, row, fileName, contentKey, shapes: JSON.stringify(shapes), drawn: JSON.stringify(drawn) }
}

function toCounts(row: CountsRow | undefined): VersionCounts {
  const { images = 0, bytes = 0, ...splits } = row ?? { train: 0, valid: 0, test: 0 }
  return { images, bytes, splits: { train: splits.train, valid: splits.valid, test: splits.test } }
}
