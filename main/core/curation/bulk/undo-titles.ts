import type { KeptAct } from './ports.ts'

/** Title of the task of an undo. */
export function undoTitle(act: KeptAct, images: number): string {
  const count = images.toLocaleString('en')
  switch (act.kind) {
    case 'tag':
      return `Undo tag change of ${count} images`
    case 'split':
      return `Undo split change of ${count} images`
    case 'batch':
      return `Undo moving ${count} images to the batch ${act.name}`
    case 'state':
      return `Undo state change of ${count} images`
    case 'review':
      return `Undo review of ${count} images`
    case 'trash':
      return `Bring ${count} images back from the trash`
    case 'merge':
      return `Undo merging the class ${act.from.name} into ${act.into.name}`
    case 'transfer':
      return act.way === 'move'
        ? `Bring ${count} images back from ${act.target.name}`
        : `Undo copying ${count} images to ${act.target.name}`
  }
}
