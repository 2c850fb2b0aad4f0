import type { LabelClass } from '#common/contract/projects'
import { labellingOf } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import type { KeyCommand } from '../key-command.ts'
import { pressClass } from '../shapes/shapes.ts'

type KeyedClass = Pick<LabelClass, 'id' | 'name' | 'chord'>

/** The command that gives a class by a key of its own. */
export function labelCommand({ id, name, chord }: KeyedClass): KeyCommand {
  return {
    id: `label.${id}`,
    label: t('Class {{name}}', { name }),
    chords: chord === undefined ? [] : [chord],
    group: 'Class',
    when: ({ projectType }) => labellingOf(projectType) !== 'texts',
    run: (editor) => pressClass(editor, id),
  }
}

/** The keys of a project: what a class has as its own nothing else answers to there. */
export function withLabelKeys(commands: readonly KeyCommand[], classes: readonly KeyedClass[]): readonly KeyCommand[] {
  const keyed = classes.filter(({ chord }) => chord !== undefined).map(labelCommand)
  if (keyed.length === 0) return commands
  const taken = new Set(keyed.flatMap(({ chords }) => chords))
  const others = commands.map((command) =>
    command.chords.some((chord) => taken.has(chord))
      ? { ...command, chords: command.chords.filter((chord) => !taken.has(chord)) }
      : command,
  )
  return [...others, ...keyed]
}

const GIVEABLE = /^(?:Mod\+\d|(?:Alt\+)?(?:Shift\+)?(?:[A-Za-z0-9]|F\d{1,2}|[^\sA-Za-z0-9]))$/

/** Whether a class can have the chord: keys that draw, move or leave a field stay what they are. */
export function isLabelChord(chord: string): boolean {
  return GIVEABLE.test(chord)
}
