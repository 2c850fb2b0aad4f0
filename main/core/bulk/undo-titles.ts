import type { KeptAct } from './ports.ts'

/** What the task of an undo is called. */
export function undoTitle(act: KeptAct, images: number): string {
  const count = images.toLocaleString('en')
  switch (act.kind) {
    case 'tag':
      return `Undo the tags of ${count} pictures`
    case 'split':
      return `Undo the split of ${count} pictures`
    case 'batch':
      return `Undo moving ${count} pictures to the batch ${act.name}`
    case 'state':
      return `Undo the state of ${count} pictures`
    case 'review':
      return `Undo the verdict on ${count} pictures`
    case 'trash':
      return `Bring ${count} pictures back from the trash`
    case 'merge':
      return `Undo merging the class ${act.from.name} into ${act.into.name}`
    case 'transfer':
      return act.way === 'move'
        ? `Bring ${count} pictures back from ${act.target.name}`
        : `Undo copying ${count} pictures to ${act.target.name}`
  }
}
