import { Marks, marksOf } from '#common/annotation/marks'
import { attributeKey } from '#common/annotation/named/attribute'
import { type ClassPair, isKept, type LabelFate } from '#core/curation/transfers/rules'
import { NO_MARKS } from '../dataset/shape-rows.ts'
import type { CopyOf } from '../workspace/image-copy.ts'
import type { CarriedRow, HistoryStatements } from './transfers.sql.ts'

/** Identifiers of the source by which the target calls the same class, attribute or choice. */
export type Renamed = Map<string, string>

/** Notes what the target calls a class and what its objects are asked. */
export function noteRenamed(renamed: Renamed, { from, attributes }: ClassPair, classInTarget: string): void {
  renamed.set(from.id, classInTarget)
  const there = new Map(attributes.map((attribute) => [attributeKey(attribute.name), attribute]))
  for (const attribute of from.attributes ?? []) {
    const same = there.get(attributeKey(attribute.name))
    if (same?.kind !== attribute.kind) continue
    renamed.set(attribute.id, same.id)
    if (attribute.kind !== 'choice' || same.kind !== 'choice') continue
    const choices = new Map(same.choices.map(({ id, name }) => [attributeKey(name), id]))
    for (const { id, name } of attribute.choices) renamed.set(id, choices.get(attributeKey(name)) ?? id)
  }
}

/** JSON with the identifiers of the target. They are random, so that no other text can be taken for one. */
function inTarget(renamed: Renamed, json: string): string {
  return json.replace(/"([A-Za-z0-9]{8,32})"/g, (quoted, id: string) => {
    const there = renamed.get(id)
    return there === undefined ? quoted : `"${there}"`
  })
}

/** Whether the log leads to the labels there as it does here: all of them are what they were. */
export function hasSameHistory(renamed: Renamed, rows: readonly CarriedRow[], fates: readonly LabelFate[]): boolean {
  return rows.every(({ marks }, place) => {
    const fate = fates[place]
    if (fate === undefined || !isKept(fate) || fate.form !== 'same' || fate.isUnsaid) return false
    if (marks === NO_MARKS) return true
    return JSON.stringify(marksOf(Marks.parse(JSON.parse(inTarget(renamed, marks))))) === JSON.stringify(fate.marks)
  })
}

/**
 * Takes the log of an image over, with what can be undone and repeated, and a drawing that is not finished. A class that the target
 * does not know is to the log one that was removed.
 */
export function carryHistory(sql: HistoryStatements, renamed: Renamed, { seq, fresh }: CopyOf): void {
  const ids = new Map<number, number | bigint>()
  for (const { id, edit_id, content, ...entry } of sql.operations.all(seq)) {
    const about = edit_id === null ? null : (ids.get(edit_id) ?? null)
    const added = sql.addOperation.run({ ...entry, fresh, content: inTarget(renamed, content), edit_id: about })
    ids.set(id, added.lastInsertRowid)
  }
  sql.sketch.run({ seq, fresh })
}
