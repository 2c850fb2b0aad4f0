import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { Attributes } from '#common/annotation/attribute'
import { AttributeValue } from '#common/annotation/marks'
import { isPlaced, shapeBounds } from '#common/annotation/shape'
import { brand } from '#common/border'
import { AttributeId, type BlobHash, type ClassId, type ImageId, type ProjectId } from '#common/ids'
import type { AskedClass, SaidByLabels } from '#core/dataset/health/attributes'
import type { ClassCount, FiledImage, HealthRepository, LookedAt, PlacedShape } from '#core/dataset/health/ports'
import type { ReadDb } from '../../kit/db.ts'
import { ifSound, soundRows } from '../../kit/stored-row.ts'
import { type FileRow, healthStatements, type LookRow, type PlacedRow, type SaidRow } from '../sql/health.sql.ts'
import { toShape } from './shape-rows.ts'

/** Shapes of so many images are read at a time: a few milliseconds. */
const PORTION = 400
/** Each of these is compared with many others. */
const LOOKS_PORTION = 40

export function healthRepository(db: ReadDb): HealthRepository {
  const sql = healthStatements(db)

  async function* portions(project: ProjectId, size: number) {
    for (let after = 0; ; ) {
      const last = sql.portionEnd.get(project, after, size)
      // A damaged number may be too large to be told from the next: it must not be walked to again and again.
      if (last === undefined || last === null || last <= after) return
      yield { after, last }
      after = last
      await breathe()
    }
  }

  return {
    async stamp(project) {
      const { edits, ...placed } = sql.imageStamp.get(project) ?? {}
      const images = JSON.stringify(placed)
      return { images, report: JSON.stringify([placed, edits, sql.classStamp.get(project)]) }
    },
    async totals(project) {
      const totals = { images: 0, shapes: 0, unannotated: 0, nullExamples: 0 }
      const splits = { train: 0, valid: 0, test: 0 }
      for (const { split, ...row } of sql.totals.all(project)) {
        splits[split] = row.images
        totals.images += row.images
        totals.shapes += row.shapes
        totals.unannotated += row.unannotated
        totals.nullExamples += row.nullExamples
      }
      return { ...totals, splits }
    },
    async classes(project) {
      return sql.classes.all(project).map(({ id, train, valid, test, ...row }): ClassCount => {
        return { ...row, id: brand<ClassId>(id), splits: { train, valid, test } }
      })
    },
    async sizes(project) {
      return sql.sizes.all(project)
    },
    async asked(project) {
      return sql.asked.all(project).map(({ id, attributes, ...row }): AskedClass => {
        return {
          ...row,
          id: brand<ClassId>(id),
          attributes: ifSound(() => Attributes.parse(JSON.parse(attributes))) ?? [],
        }
      })
    },
    async *said(project) {
      for await (const { after, last } of portions(project, PORTION))
        yield soundRows(sql.said.all(project, after, last), toSaid)
    },
    async *shapes(project) {
      for await (const { after, last } of portions(project, PORTION))
        yield sql.shapes.all(project, after, last).flatMap(toPlaced)
    },
    async *files(project) {
      for await (const { after, last } of portions(project, PORTION))
        yield sql.files.all(project, after, last).map(toFiled)
    },
    async *looks(project) {
      for await (const { after, last } of portions(project, LOOKS_PORTION))
        yield sql.looks.all(project, after, last).map(toLookedAt)
    },
  }
}

function toSaid({ class_id, said, labels }: SaidRow): SaidByLabels {
  return { classId: brand<ClassId>(class_id), values: Said.parse(JSON.parse(said)), labels }
}

const Said = z.record(AttributeId, AttributeValue)

function toFiled({ id, blob, labelled, ...row }: FileRow): FiledImage {
  return { ...row, id: brand<ImageId>(id), blob: brand<BlobHash>(blob), isLabelled: labelled === 1 }
}

function toLookedAt({ id, look, ...row }: LookRow): LookedAt {
  return { ...row, id: brand<ImageId>(id), look: look ?? undefined }
}

/** Nothing of what is said of the whole image: it lies nowhere. */
function toPlaced({ width, height, ...row }: PlacedRow): PlacedShape[] {
  const shape = ifSound(() => toShape(row))
  if (shape === undefined || !isPlaced(shape)) return []
  return [{ classId: shape.classId, box: shapeBounds(shape), frame: { width, height } }]
}
