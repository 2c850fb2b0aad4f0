import { setImmediate as breathe } from 'node:timers/promises'
import { brand } from '#common/border'
import type { ImageId } from '#common/ids'
import type { PairPlace, VersionDiffRepository } from '#core/versions/diff/ports'
import type { VersionRow } from '#core/versions/model'
import type { ReadDb } from '../../kit/db.ts'
import { type PairedRow, versionDiffStatements } from '../sql/version-diff.sql.ts'
import { toSource } from './versions.ts'

/** Places that are read at a time: a few milliseconds. */
const PORTION = 1000

export function versionDiffRepository(db: ReadDb): VersionDiffRepository {
  const sql = versionDiffStatements(db)

  function rowsAt(version: VersionRow, places: readonly PairPlace[], side: keyof PairPlace): Map<number, PairedRow> {
    const positions = JSON.stringify(places.map((place) => place[side] ?? null))
    return new Map(sql.sourcesAt.all(positions, version).map((row) => [row.pair, row]))
  }

  return {
    async *places(version) {
      for (let after = -1; ; ) {
        const found = sql.places.all(version, after, PORTION)
        yield found.map(({ position, image_id }) => ({ position, imageId: brand<ImageId>(image_id) }))
        const last = found.at(-1)
        if (last === undefined || found.length < PORTION) return
        after = last.position
        await breathe()
      }
    },
    async pairs(before, after, places) {
      const [former, later] = [rowsAt(before, places, 'before'), rowsAt(after, places, 'after')]
      return places.map((_, pair) => toPair(former.get(pair), later.get(pair)))
    },
  }
}

/** Most labels are the same text in both: that is read once. */
function toPair(former: PairedRow | undefined, later: PairedRow | undefined) {
  const before = former && toSource(former)
  if (later === undefined) return { before, after: undefined }
  return { before, after: toSource(later, later.shapes === former?.shapes ? before?.shapes : undefined) }
}
