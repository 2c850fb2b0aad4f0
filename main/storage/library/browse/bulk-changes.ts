import { editName } from '#common/annotation/edit-name'
import type { KeptAct } from '#core/curation/bulk/ports'
import type { ReadDb } from '../../kit/db.ts'
import { messageText } from '../../kit/stored-message.ts'
import { type MergeStatements, mergeStatements } from '../classes/merge.sql.ts'
import { mergePortion, partPortion } from '../classes/merge.ts'
import { verdictName } from '../dataset/operation-rows.ts'
import { type BulkStatements, type BulkWay, bulkStatements } from './bulk.sql.ts'
import { type BulkReviewStatements, bulkReviewStatements } from './bulk-review.sql.ts'
import { takeBack } from './transfer-acts.ts'
import { type TransferUndoStatements, transferUndoStatements } from './transfers.sql.ts'

/** The statements of all kinds of acts. */
export interface ChangeStatements extends BulkStatements {
  readonly merge: MergeStatements
  readonly review: BulkReviewStatements
  readonly transfer: TransferUndoStatements
}

export function changeStatements(db: ReadDb): ChangeStatements {
  return {
    ...bulkStatements(db),
    review: bulkReviewStatements(db),
    merge: mergeStatements(db),
    transfer: transferUndoStatements(db),
  }
}

interface Picked {
  readonly act: number
  readonly project: string
  readonly images: string
}

/** The images of a portion: behind the first place, the second one included. */
export interface Reach {
  readonly act: number
  readonly from: number
  readonly to: number
}

/** How an act of one kind is done and undone. */
interface Changes {
  /** Notes of picked images what the act would change. */
  note(sql: ChangeStatements, picked: Picked): void
  make(sql: ChangeStatements, portion: Reach): void
  /** Answers how many images are what they were again; the portion has so many. */
  restore(sql: ChangeStatements, portion: Reach, images: number): number
}

/** Each kind of act, with what it makes of an image at that moment. */
export function changesOf(act: KeptAct, at: number): Changes {
  switch (act.kind) {
    case 'tag':
      return tagChanges(act)
    case 'split':
      return valueChanges('split', act.split)
    case 'batch':
      return valueChanges('batch', act.batch)
    case 'state':
      return valueChanges(act.state, act.state)
    case 'trash':
      return valueChanges('trash', at)
    case 'review':
      return reviewChanges(act, at)
    case 'merge':
      return mergeChanges(act, at)
    case 'transfer':
      return transferChanges(act, at)
  }
}

type ActOf<Kind extends KeptAct['kind']> = Extract<KeptAct, { readonly kind: Kind }>

/** One value takes the place of another. */
function valueChanges(way: BulkWay, value: string | number): Changes {
  return {
    note: (sql, picked) => void sql.note[way].run({ ...picked, value }),
    make: (sql, portion) => void sql.make[way].run({ ...portion, value }),
    restore: (sql, portion) => sql.restore[way].run({ ...portion, value }).changes,
  }
}

function tagChanges({ add, remove }: ActOf<'tag'>): Changes {
  return {
    note(sql, picked) {
      for (const value of add) sql.noteAddedTag.run({ ...picked, value })
      for (const value of remove) sql.noteRemovedTag.run({ ...picked, value })
    },
    make(sql, portion) {
      sql.putTags.run({ ...portion, value: '+' })
      sql.takeTags.run({ ...portion, value: '-' })
    },
    restore(sql, portion, images) {
      sql.takeTags.run({ ...portion, value: '+' })
      sql.putTags.run({ ...portion, value: '-' })
      return images
    },
  }
}

function reviewChanges({ verdict, reason, by }: ActOf<'review'>, at: number): Changes {
  const value = JSON.stringify({
    verdict: verdict ?? '',
    reason,
    by,
    at,
    label: messageText(verdictName(verdict && { verdict, reason })),
    // An undo may give an earlier verdict back.
    undone: messageText(editName('edit-undo-review')),
  })
  return {
    note: ({ review }, picked) => void review.note.run({ ...picked, value }),
    make({ review }, portion) {
      review.set.run({ ...portion, value })
      review.say.run({ ...portion, value })
      review.log.run({ ...portion, value })
    },
    restore({ review }, portion) {
      review.logUndone.run({ ...portion, value })
      review.unsay.run({ ...portion, value })
      return review.unset.run({ ...portion, value }).changes
    },
  }
}

function mergeChanges(act: ActOf<'merge'>, at: number): Changes {
  return {
    note() {
      throw new Error('A merge notes its images itself')
    },
    make: (sql, portion) => mergePortion(sql.merge, act, { ...portion, at }),
    restore: (sql, portion) => partPortion(sql.merge, act, portion),
  }
}

function transferChanges(act: ActOf<'transfer'>, at: number): Changes {
  return {
    note() {
      throw new Error('A transfer notes its images itself')
    },
    make() {
      throw new Error('A transfer goes on in its task alone')
    },
    restore: (sql, portion) => takeBack(sql.transfer, act, { ...portion, madeAt: at }),
  }
}
